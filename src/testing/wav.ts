/** WAV files of every kind, right and wrong, for tests. */
export interface WavOptions {
  rate: number;
  encoding?: 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64';
  /** What the header says where it is to be wrong. */
  channels?: number;
  byteRate?: number;
  dataSize?: number;
  /** Bytes of another chunk before the samples. */
  before?: number;
}

const BITS = { u8: 8, s16: 16, s24: 24, s32: 32, f32: 32, f64: 64 };

export function wavFile(samples: readonly Float32Array[], options: WavOptions): Blob {
  const encoding = options.encoding ?? 's16';
  const bytes = BITS[encoding] / 8;
  const data = new DataView(new ArrayBuffer(samples.length * samples[0]!.length * bytes));
  let at = 0;
  for (let i = 0; i < samples[0]!.length; i++) {
    for (const channel of samples) {
      write(data, at, channel[i]!, encoding);
      at += bytes;
    }
  }
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, encoding.startsWith('f') ? 3 : 1, true);
  format.setUint16(2, options.channels ?? samples.length, true);
  format.setUint32(4, options.rate, true);
  format.setUint32(8, options.byteRate ?? options.rate * samples.length * bytes, true);
  format.setUint16(12, samples.length * bytes, true);
  format.setUint16(14, BITS[encoding], true);
  const other = options.before === undefined ? [] : [chunk('LIST', new Uint8Array(options.before))];
  const parts = [
    chunk('fmt ', new Uint8Array(format.buffer)),
    ...other,
    chunk('data', new Uint8Array(data.buffer), options.dataSize),
  ];
  return new Blob(['RIFF', new Uint8Array(4), 'WAVE', ...parts.flat()], { type: 'audio/wav' });
}

function chunk(name: string, content: Uint8Array<ArrayBuffer>, size = content.length): BlobPart[] {
  const head = new DataView(new ArrayBuffer(4));
  head.setUint32(0, size, true);
  return [name, head.buffer, content, new Uint8Array(content.length % 2)];
}

function write(data: DataView, at: number, sample: number, encoding: NonNullable<WavOptions['encoding']>): void {
  switch (encoding) {
    case 'u8': {
      data.setUint8(at, Math.round(sample * 127) + 128);
      return;
    }
    case 's16': {
      data.setInt16(at, Math.round(sample * 32_767), true);
      return;
    }
    case 's24': {
      const value = Math.round(sample * 8_388_607);
      data.setUint16(at, value & 0xffff, true);
      data.setInt8(at + 2, value >> 16);
      return;
    }
    case 's32': {
      data.setInt32(at, Math.round(sample * 2_147_483_647), true);
      return;
    }
    case 'f32': {
      data.setFloat32(at, sample, true);
      return;
    }
    case 'f64': {
      data.setFloat64(at, sample, true);
      return;
    }
  }
}
