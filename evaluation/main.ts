import '../src/headless/main';
import { Workbench } from './workbench';

declare global {
  var workbench: Workbench;
}

globalThis.workbench = new Workbench(globalThis.goldcrest);
