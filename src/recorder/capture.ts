import worklet from '../../workers/capture?worker&url';

/** Sound on its way from a microphone to the page. */
export interface Capture {
  sampleRate: number;
  /** Whether samples come; they stop while the screen is off or another app has the microphone. */
  isRunning: () => boolean;
  /** Tries to go on after an interruption. */
  resume: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface CaptureEvents {
  block: (samples: Float32Array) => void;
  /** The browser stopped or went on by itself. */
  change: () => void;
}

/** The rate that bird sounds are recorded at; below 24 kHz a goldcrest's song is cut off. */
const WANTED_RATE = 48_000;

export async function startCapture(stream: MediaStream, events: CaptureEvents): Promise<Capture> {
  const { context, source } = connect(stream);
  await context.audioWorklet.addModule(worklet);
  const node = new AudioWorkletNode(context, 'capture', { numberOfInputs: 1, numberOfOutputs: 0 });
  node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    events.block(data);
  };
  source.connect(node);
  context.onstatechange = events.change;
  await context.resume();
  return {
    sampleRate: context.sampleRate,
    isRunning: () => context.state === 'running',
    resume: () => context.resume(),
    stop: async () => {
      context.onstatechange = null;
      node.port.onmessage = null;
      source.disconnect();
      for (const track of stream.getTracks()) track.stop();
      await context.close();
    },
  };
}

/** A context of the rate we want; Firefox joins a microphone only to a context of the microphone's own rate. */
function connect(stream: MediaStream): { context: AudioContext; source: MediaStreamAudioSourceNode } {
  const wanted = new AudioContext({ sampleRate: WANTED_RATE });
  try {
    return { context: wanted, source: wanted.createMediaStreamSource(stream) };
  } catch {
    void wanted.close();
    const context = new AudioContext();
    return { context, source: context.createMediaStreamSource(stream) };
  }
}
