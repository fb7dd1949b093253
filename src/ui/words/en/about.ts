import { inSize } from '../../format';
import type { THEMES } from '../../state/settings.svelte';

/** What the settings and the cards of the models say. Apart from screens.ts, so that the first screen does not load it. */
export const about = {
  title: 'Settings and about',
  settings: 'Settings',
  screenLanguage: 'Language',
  language: 'Bird names',
  asScreens: 'Same as the app',
  asBrowser: 'Same as the browser',
  fallback: 'Where a language has no name for a bird, the English one is shown.',
  colours: 'Colours',
  themes: { system: 'Same as the device', light: 'Light', dark: 'Dark' } satisfies Record<
    (typeof THEMES)[number],
    string
  >,
  privacy: {
    title: 'Private by design',
    promise:
      'Goldcrest has no server that could receive anything. Photos are opened, measured and compared in this browser. ' +
      'Dates and places are read from the photo or from you, used in this browser, and stored in this browser. There is ' +
      'no account, no tracking, and no request to any other site, except to fetch a pack when you ask for one.',
    kept: 'A saved observation holds its evidence and a small copy of the photo. Deleting it here deletes it for good.',
    observations: 'Saved observations',
    storage: 'Storage used',
    used: (bytes: number) => `${inSize(bytes)}, models and app included`,
    group: 'Delete all observations and settings',
    sure: 'This deletes all saved observations and your settings from this device. The models stay.',
    confirm: 'Delete them',
    keep: 'Keep them',
    delete: 'Delete my data',
  },
  models: {
    title: (pack: string) => `The models: ${pack}`,
    version: (version: string, bytes: number) => `Version ${version}, ${inSize(bytes)}.`,
    cards: (count: number) => `How ${count === 1 ? 'the model was' : `its ${count} models were`} made and measured`,
    more: 'More models',
    others: 'Other models come as packs. You choose which to download and remove.',
    packs: 'Packs and storage',
  },
  developers: {
    title: 'For developers',
    why: 'Each observation then shows the raw data of every step, and can be saved as JSON. You can also let a language model decide the steps and compare it with the rules.',
    show: 'Show raw data, policies and tokens',
    compare: 'Who decides the steps',
  },
  app: {
    title: 'The app',
    under: (version: string) => `Goldcrest ${version}, under the`,
    licence: 'Apache Licence 2.0',
    own: 'The models have licences of their own, listed above.',
    sources: (taxonomy: string, species: string) =>
      `Bird names follow ${taxonomy}: ${species} species. Type: Newsreader and Source Sans 3, under the SIL Open Font ` +
      'Licence. Traits of birds: AVONET (Tobias et al. 2022), under CC BY 4.0, reduced. Map: Natural Earth, public domain. Places by name: GeoNames, under CC BY 4.0, reduced; names of states and ' +
      'counties also from Unicode CLDR, under the Unicode License, and iso-codes, under the LGPL 2.1 or later.',
  },
  licence: {
    nonCommercial: 'For non-commercial use only.',
    free: 'Free for any use.',
  },
  card: {
    figures: (count: number) => `${count} measured ${count === 1 ? 'figure' : 'figures'}`,
    caption: (title: string) => `Figures of ${title}`,
    measured: 'Measured',
    value: 'Value',
    on: 'On',
    interval: (low: string, high: string) => `(${low} to ${high})`,
    with: 'With',
    calibrated: (on: string, photos: string, date: string, error: string | null) =>
      `Probabilities calibrated on ${on}, ${photos} photos, ${date}${error === null ? '' : `; mean error ${error}`}.`,
    source: (source: string) => `Source: ${source}`,
  },
};
