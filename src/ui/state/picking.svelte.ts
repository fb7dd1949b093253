import { findPolicy } from '../../policies/catalogue';
import { findFastest, pickedBy, remembered, type Findings } from '../../policies/picking';

/** Which policy this device is fast enough for: measured once, the first time that the choice is left to the app. */
export class Picking {
  findings = $state.raw<Findings | null>(remembered(localStorage));
  measuring = $state(false);
  picked = $derived(this.findings && pickedBy(this.findings));

  /** The policy that the reader's choice comes to. Until the measurement is done, the rules decide. */
  decides(chosen: string): string {
    return chosen === 'auto' ? (this.picked ?? 'blueprint') : chosen;
  }

  /** Does nothing where this version of the pack has been measured here before. */
  async measure(): Promise<void> {
    if (this.measuring) return;
    this.measuring = true;
    try {
      const [{ measure }, { manifestOf }, { deviceAbilities }] = await Promise.all([
        import('../../policies/measure'),
        import('../../policies/packs'),
        import('../../policies/device'),
      ]);
      const manifest = await manifestOf(findPolicy('tiny-wasm')!);
      if (!manifest.ok) return;
      const device = await deviceAbilities();
      const { version } = manifest.value;
      this.findings = await findFastest({ device, version, shelf: localStorage, measure: (entry) => measure(entry) });
    } finally {
      this.measuring = false;
    }
  }
}
