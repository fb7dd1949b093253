import { Headless } from './headless';

declare global {
  var goldcrest: Headless;
}

globalThis.goldcrest = new Headless();
