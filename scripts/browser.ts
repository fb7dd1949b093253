/** Finds a Chrome or Chromium on this machine. Used by tests, benches, icons and the command line. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/**
 * Headless WebGPU on a machine without a GPU runs on SwiftShader; the other flags stop the browser's own traffic, which
 * would blur a test that records every request.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['/Applications', join(process.env.HOME ?? '', 'Applications')];
    return apps.flatMap((dir) => [
      join(dir, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(dir, 'Chromium.app/Contents/MacOS/Chromium'),
      join(dir, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ]);
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
    return roots.flatMap((dir) => [
      join(dir, 'Google/Chrome/Application/chrome.exe'),
      join(dir, 'Chromium/Application/chrome.exe'),
      join(dir, 'Microsoft/Edge/Application/msedge.exe'),
    ]);
  }
  const path = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
  const dirs = [...path, '/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
  return COMMANDS.flatMap((command) => dirs.map((dir) => join(dir, command)));
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a browser: CHROME_PATH if set (even if wrong, so that a typing error is seen), otherwise the first found.
 */
export function findBrowser(): string | undefined {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return usualPlaces().find(isExecutable);
}
