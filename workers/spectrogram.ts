import { expose, transfer } from 'comlink';
import { openAudio } from '../src/media/sound/source';
import { SpectrogramPainter } from '../src/sound-view/painter';
import type { SpectrogramApi } from '../src/sound-view/protocol';
import { sampleSource } from '../src/sound-view/sample-source';

const painters = new Map<number, SpectrogramPainter>();

const api: SpectrogramApi = {
  async open(key, file) {
    const opened = await openAudio(file);
    if (opened.ok) painters.set(key, new SpectrogramPainter(sampleSource(opened.value)));
    return opened.ok;
  },

  close(key) {
    painters.delete(key);
  },

  async paint(key, stretch, width, height) {
    const painter = painters.get(key);
    if (!painter) return null;
    const bitmap = await createImageBitmap(await painter.paint(stretch, width, height));
    return transfer(bitmap, [bitmap]);
  },
};

expose(api);
