import { clip, type Box, type Size } from '../domain/box';
import type { ModelFingerprint } from '../domain/ledger';
import type { ImageRef, Observation, Sound, SoundRef, Stretch } from '../domain/observation';
import { failed, type Failure, type Outcome } from '../domain/outcome';
import type { Taxonomy } from '../domain/taxonomy';
import { clipStretch } from '../domain/stretches';
import type { PackProblem, PackResult } from '../packs/errors';
import type { LabelTaxon, SoundLabel } from '../packs/labels';
import type { Role } from '../packs/manifest';
import type { SoundBridge } from '../sound/bridge';
import type { VisionBridge } from '../vision/bridge';
import type { ModelHost } from '../runtime/model-host';
import type { Priors } from '../vision/priors';
import type { WorkProblem } from '../runtime/protocol';
import type { HeardBird } from '../domain/tools/classify_sound';
import type { ImageBook } from './image-book';
import type { ToolArgs, ToolName, ToolPayload } from '../domain/tools/schemas';

/** What the tools work with: the same for all runs of an app. */
export interface ToolServices {
  taxonomy: Taxonomy;
  vision: VisionBridge;
  sound: SoundBridge;
  models: ModelHost;
  /** What each output of the image classifier stands for. */
  imageLabels: readonly LabelTaxon[];
  /** What each output of the sound model stands for: read when it is first asked for. */
  soundLabels: () => Promise<PackResult<readonly SoundLabel[]>>;
  /** Null where the pack has no geo model. */
  priors: Priors | null;
  /**
   * Receives every raw output of a classifier: for a calibration, which needs more than the top-k. Of a
   * recording it is the row of `packScores`.
   */
  onScores?: ((tool: ToolName, scores: Float32Array) => void) | undefined;
}

/** What a tool gets besides its arguments. */
export interface ToolContext extends ToolServices {
  observation: Observation;
  images: ImageBook;
  signal: AbortSignal;
  onProgress: (
    stage: 'loading_model' | 'preparing_place' | 'measuring' | 'listening',
    done: number,
    total: number,
  ) => void;
  /** The birds heard so far, while a recording is still being listened to. */
  onHeard: (sound: SoundRef, birds: readonly HeardBird[]) => void;
}

export interface ToolResult<Payload> {
  outcome: Outcome<Payload>;
  model: ModelFingerprint | null;
}

export type RunTool<Name extends ToolName> = (
  args: ToolArgs<Name>,
  context: ToolContext,
) => Promise<ToolResult<ToolPayload<Name>>>;

/** The smallest region worth a look, in pixels a side. */
const SMALLEST_SIDE = 8;

export function withoutModel<Payload>(outcome: Outcome<Payload>): ToolResult<Payload> {
  return { outcome, model: null };
}

export async function withModel<Payload>(
  outcome: Outcome<Payload>,
  role: Role,
  { models }: ToolContext,
): Promise<ToolResult<Payload>> {
  return { outcome, model: await models.fingerprint(role) };
}

/**
 * Loads a model if it is not loaded yet; a failure is the tool's. A cancelled run answers at once and lets the
 * load go on: the next run needs the same model.
 */
export async function needModel(role: Role, context: ToolContext): Promise<Failure | null> {
  const report = (done: number, total: number): void => context.onProgress('loading_model', done, total);
  const ready = await Promise.race([context.models.ready(role, report), aborted(context.signal)]);
  if (ready === 'aborted') return failed('cancelled', 'Cancelled.');
  return ready.ok ? null : unusable(ready.problem);
}

function unusable({ code, message }: PackProblem): Failure {
  const damaged = code === 'file_damaged' || code === 'golden_failed';
  const reason = damaged ? 'model_damaged' : code === 'out_of_memory' ? code : 'model_missing';
  return failed(reason, message, 'Continue without this tool, or conclude with what the ledger holds.');
}

/** Loads the sound model and reads what its outputs stand for; a failure is the tool's. */
export async function needHearing(context: ToolContext): Promise<readonly SoundLabel[] | Failure> {
  const failure = await needModel('sound', context);
  if (failure) return failure;
  const labels = await context.soundLabels();
  return labels.ok ? labels.value : unusable(labels.problem);
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  if (signal.aborted) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

export function fromProblem({ code, message }: WorkProblem): Failure {
  return failed(
    code,
    message,
    code === 'cancelled' ? '' : 'Continue with another tool, or conclude with what is known.',
  );
}

/** The size of an image that a call names, or the failure that says which images there are. */
export function knownImage(image: ImageRef, { images }: ToolContext): Size | Failure {
  const size = images.size(image);
  return size ?? failed('unknown_image', `There is no image "${image}".`, `Use one of: ${images.describe()}.`);
}

/** The part of a region that lies in its image, or the failure that tells the image's real size. */
export function knownRegion(image: ImageRef, region: Box | undefined, context: ToolContext): Box | Failure {
  const size = knownImage(image, context);
  if ('status' in size) return size;
  if (!region) return { x: 0, y: 0, ...size };
  const inside = clip(region, size);
  const extent = `${image} is ${size.width} x ${size.height} pixels`;
  if (!inside) {
    return failed('region_outside_image', 'The region lies outside the image.', `${extent}; use a box of detect_bird.`);
  }
  if (Math.min(inside.width, inside.height) < SMALLEST_SIDE) {
    const message = `The region is smaller than ${SMALLEST_SIDE} pixels a side.`;
    return failed('region_too_small', message, `${extent}; take a larger part of it.`);
  }
  return inside;
}

/** A recording that a call names, or the failure that says which there are. */
export function knownSound(sound: SoundRef, { observation }: ToolContext): Sound | Failure {
  const found = observation.sounds.find(({ ref }) => ref === sound);
  if (found) return found;
  const listed = observation.sounds.map(({ ref, seconds }) => `${ref} (${seconds.toFixed(1)} seconds)`).join(', ');
  const hint = listed === '' ? 'The observation has no recording.' : `Use one of: ${listed}.`;
  return failed('unknown_sound', `There is no recording "${sound}".`, hint);
}

/** The parts of stretches that lie in the recording; the whole of it where none are given. */
export function knownStretches(
  { ref, seconds }: Sound,
  stretches: readonly Stretch[] | undefined,
): Stretch[] | Failure {
  const whole = { from: 0, to: seconds };
  const inside = (stretches ?? [whole]).flatMap((stretch) => clipStretch(stretch, whole) ?? []);
  if (inside.length > 0) return inside;
  const hint = `${ref} is ${seconds.toFixed(1)} seconds long; use stretches of audio_quality.`;
  return failed('stretch_outside_sound', 'Nothing of the recording lies in these stretches.', hint);
}

export function isFailure(value: object): value is Failure {
  return 'status' in value && value.status === 'failed';
}
