const ASKED = 'goldcrest-isolation';

/**
 * Whether the page should load once more to become isolated. Where a host sends no headers, the service worker does so
 * from its first answer on, which the first visit comes too early for. Asked once a tab: where it did not help, it never will.
 */
function shouldReload(): boolean {
  if (globalThis.crossOriginIsolated || !globalThis.isSecureContext) return false;
  try {
    if (sessionStorage.getItem(ASKED) !== null) return false;
    sessionStorage.setItem(ASKED, 'reloaded');
    return true;
  } catch {
    // Without session storage it could reload for ever.
    return false;
  }
}

/**
 * Reloads a page without threads as soon as a service worker answers for it, unless somebody has begun to use it: then the
 * next visit has them.
 */
export function reloadIntoIsolation(reload = () => location.reload()): void {
  if (globalThis.crossOriginIsolated || !('serviceWorker' in navigator)) return;
  let touched = false;
  const touch = (): void => {
    touched = true;
  };
  for (const type of ['pointerdown', 'keydown', 'dragenter', 'change'])
    addEventListener(type, touch, { once: true, capture: true });
  const answered = (): void => {
    if (!touched && shouldReload()) reload();
  };
  if (navigator.serviceWorker.controller) answered();
  else navigator.serviceWorker.addEventListener('controllerchange', answered, { once: true });
}
