import type { Result } from '../domain/result';

/** Processing that browsers apply to a microphone for calls, and that destroys a bird's voice. */
export const PROCESSING = ['echoCancellation', 'noiseSuppression', 'autoGainControl'] as const;
export type Processing = (typeof PROCESSING)[number];

export const MICROPHONE_PROBLEMS = ['refused', 'none_there', 'in_use', 'not_allowed_here', 'unsupported'] as const;
export type MicrophoneProblem = (typeof MICROPHONE_PROBLEMS)[number];

export interface Microphone {
  stream: MediaStream;
  track: MediaStreamTrack;
  /** As the device calls itself. */
  label: string;
  /** What the browser left on although it was asked not to. */
  processed: readonly Processing[];
  /** What it does not tell. */
  untold: readonly Processing[];
}

export type MicrophoneResult = Result<Microphone, MicrophoneProblem>;

/** Asks for the microphone with everything off that changes the sound, and reads back what the browser made of that. */
export async function openMicrophone(): Promise<MicrophoneResult> {
  if (!('mediaDevices' in navigator)) {
    return { ok: false, problem: isSecureContext ? 'unsupported' : 'not_allowed_here' };
  }
  try {
    const plain = Object.fromEntries(PROCESSING.map((name) => [name, false]));
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { ...plain, channelCount: 1 } });
    const [track] = stream.getAudioTracks();
    if (!track) return { ok: false, problem: 'none_there' };
    return { ok: true, value: { stream, track, label: track.label, ...readBack(track.getSettings()) } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

export function readBack(settings: MediaTrackSettings): Pick<Microphone, 'processed' | 'untold'> {
  return {
    // Newer browsers answer with a kind of echo cancellation instead of true.
    processed: PROCESSING.filter((name) => settings[name] !== undefined && settings[name] !== false),
    untold: PROCESSING.filter((name) => settings[name] === undefined),
  };
}

export function problemOf(error: unknown): MicrophoneProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none_there';
    case 'NotReadableError':
    case 'AbortError':
      return 'in_use';
    default:
      return 'unsupported';
  }
}
