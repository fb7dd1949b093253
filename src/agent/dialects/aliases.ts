import type { Observation } from '../../domain/observation';

const REF = /\b(?:photo|sound)-\d+/g;

/**
 * In a conversation the photos and sounds of an observation are counted from one. The app counts over a whole session, and
 * a small policy was never trained on a thirty-seventh photo.
 */
export class Aliases {
  readonly #spoken = new Map<string, string>();
  readonly #real = new Map<string, string>();

  constructor({ photos, sounds }: Observation) {
    const name = (kind: string) => (item: { ref: string }, index: number) => {
      this.#spoken.set(item.ref, `${kind}-${index + 1}`);
      this.#real.set(`${kind}-${index + 1}`, item.ref);
    };
    photos.forEach(name('photo'));
    sounds.forEach(name('sound'));
  }

  /** Text as the policy reads it. */
  speak(text: string): string {
    return text.replace(REF, (ref) => this.#spoken.get(ref) ?? ref);
  }

  /** Arguments as the tools take them. */
  resolve(args: unknown): unknown {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
    const entries = Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(REF, (ref) => this.#real.get(ref) ?? ref) : (value as unknown),
    ]);
    return Object.fromEntries(entries) as unknown;
  }
}
