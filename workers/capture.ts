/** Runs on the audio thread: collects the microphone's samples into blocks and posts them to the page. */

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** 21 ms at 48 kHz: a message often enough for a picture that scrolls smoothly, rare enough to cost nothing. */
const BLOCK = 1024;

class Capture extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK);
  #filled = 0;

  process(inputs: Float32Array[][]): boolean {
    // The first channel alone: two microphones of a phone mixed together would cancel some frequencies.
    const samples = inputs[0]?.[0];
    if (!samples) return true;
    for (let done = 0; done < samples.length;) {
      const part = samples.subarray(done, done + BLOCK - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      done += part.length;
      if (this.#filled === BLOCK) {
        this.port.postMessage(this.#block, [this.#block.buffer]);
        this.#block = new Float32Array(BLOCK);
        this.#filled = 0;
      }
    }
    return true;
  }
}

registerProcessor('capture', Capture);
