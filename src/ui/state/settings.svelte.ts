import * as v from 'valibot';
import { NO_CHOICES, PackChoicesSchema, type PackChoices } from '../../packs/choices';
import { readLocal, writeLocal } from '../../storage/local';
import { LANGUAGES, type Language } from '../words/language.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
/** Radius in km: about 100 m, 1 km, 10 km, 100 km. */
export const PRECISIONS_KM = [0.1, 1, 10, 100] as const;

const SettingsSchema = v.object({
  theme: v.fallback(v.picklist(THEMES), 'system'),
  /** Language of the screens; null follows the browser. */
  screenLanguage: v.fallback(v.nullable(v.picklist(Object.keys(LANGUAGES) as Language[])), null),
  /** Language of common names; null follows the screens. */
  language: v.fallback(v.nullable(v.string()), null),
  precisionKm: v.fallback(v.picklist(PRECISIONS_KM), 1),
  /** Packs are fetched only while the browser says that it is on Wi-Fi or a cable. */
  wifiOnly: v.fallback(v.boolean(), false),
  /** Which packs are in use, and for what. */
  packs: v.fallback(PackChoicesSchema, NO_CHOICES),
  /** The policy of a run; `auto` is the one that was measured to be fast enough. If it is gone, the rules decide. */
  policy: v.fallback(v.string(), 'blueprint'),
  /** Raw evidence, policies and exports of runs. */
  developer: v.fallback(v.boolean(), false),
  /** What is kept of photos; null until the person was asked. */
  copies: v.fallback(v.nullable(v.picklist(['original', 'reduced'])), null),
  /** The name beside the person's identifications; empty for "me". */
  observer: v.fallback(v.pipe(v.string(), v.maxLength(80)), ''),
});
type SettingsRecord = v.InferOutput<typeof SettingsSchema>;

const KEY = 'goldcrest.settings';

/** What the reader chose. In localStorage, because the theme has to be known before the first paint. */
export class Settings {
  #record = $state.raw<SettingsRecord>(read());

  get theme(): SettingsRecord['theme'] {
    return this.#record.theme;
  }

  get policy(): string {
    return this.#record.policy;
  }

  get language(): string | null {
    return this.#record.language;
  }

  get screenLanguage(): Language | null {
    return this.#record.screenLanguage;
  }

  get precisionKm(): SettingsRecord['precisionKm'] {
    return this.#record.precisionKm;
  }

  get copies(): SettingsRecord['copies'] {
    return this.#record.copies;
  }

  get observer(): string {
    return this.#record.observer;
  }

  get developer(): boolean {
    return this.#record.developer;
  }

  get wifiOnly(): boolean {
    return this.#record.wifiOnly;
  }

  get packs(): PackChoices {
    return this.#record.packs;
  }

  change(part: Partial<SettingsRecord>): void {
    this.#record = { ...this.#record, ...part };
    writeLocal(KEY, this.#record);
    this.applyTheme();
  }

  applyTheme(): void {
    if (this.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  clear(): void {
    localStorage.removeItem(KEY);
    this.#record = read();
    this.applyTheme();
  }
}

function read(): SettingsRecord {
  return readLocal(KEY, SettingsSchema) ?? v.parse(SettingsSchema, {});
}
