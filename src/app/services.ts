import type { Taxonomy } from '../domain/taxonomy';
import type { Role } from '../packs/manifest';
import { findModel, modelHash } from '../packs/roles';
import { deviceName, ModelHost, type ModelLoader } from '../runtime/model-host';
import { SoundBridge } from '../sound/bridge';
import type { Database } from '../storage/database';
import { ProviderStore } from '../storage/providers';
import { TileStore } from '../storage/tiles';
import type { ToolServices } from '../tools/context';
import { VisionBridge } from '../vision/bridge';
import { Priors } from '../vision/priors';
import { readSoundLabels, type ReadablePacks } from './opening';

/** What the tools work with: the two workers, which start when they are first asked, their models, and the labels. */
export async function openServices(
  { packs, labels }: ReadablePacks,
  taxonomy: Taxonomy,
  database: Database | null,
): Promise<ToolServices> {
  const vision = newVision();
  const sound = newSound();
  const providers = new ProviderStore(database);
  const models = new ModelHost(packs, (role) => (role === 'sound' ? sound : vision), providers, await deviceName());
  const { image = [], geo } = labels;
  const geoModel = findModel(packs, 'geo');
  const priors = geo && geoModel ? new Priors(vision, models, new TileStore(database), geo, modelHash(geoModel)) : null;
  let reading: ReturnType<ToolServices['soundLabels']> | null = null;
  const soundLabels: ToolServices['soundLabels'] = async () => {
    const read = await (reading ??= readSoundLabels(packs, taxonomy));
    // If it could not be read, the next caller tries again.
    if (!read.ok) reading = null;
    return read;
  };
  return { taxonomy, vision, sound, models, imageLabels: image, soundLabels, priors };
}

/** A worker of its own, for a model that is being tried. */
export function newLoader(role: Role): ModelLoader {
  return role === 'sound' ? newSound() : newVision();
}

function newVision(): VisionBridge {
  return new VisionBridge(
    () => new Worker(new URL('../../workers/vision.ts', import.meta.url), { type: 'module', name: 'vision' }),
  );
}

function newSound(): SoundBridge {
  return new SoundBridge(
    () => new Worker(new URL('../../workers/sound.ts', import.meta.url), { type: 'module', name: 'sound' }),
  );
}
