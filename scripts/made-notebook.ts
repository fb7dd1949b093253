import type { Page } from 'playwright-core';

interface Making {
  count: number;
  /** Of each photo; 0 for notebooks without the photos themselves. */
  photoBytes: number;
}

/**
 * Fills the notebook of the app that is open in a page with made-up observations of three years, as `keep` writes them: one
 * in five named no finer than a genus, one in ten out of its range, a third confirmed. The same for every call.
 */
export async function fillNotebook(page: Page, making: Making): Promise<void> {
  await page.evaluate(async ({ count, photoBytes }) => {
    let state = 1;
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!;
    const table = (await (await fetch('taxonomy/taxonomy.json')).json()) as {
      orders: [string, [string, [string, string[]][]][]][];
    };
    const species = table.orders.flatMap(([, families]) =>
      families.flatMap(([, genera]) =>
        genera.flatMap(([genus, list]) =>
          list.map((one) => {
            const [id, epithet] = one.split(' ');
            return { id: id!, genus, name: `${genus} ${epithet}` };
          }),
        ),
      ),
    );
    // As many species as a keen birder of one country has.
    const known = Array.from({ length: 400 }, () => pick(species));
    const places = Array.from({ length: 60 }, (_, index) => ({
      latitude: 46 + 8 * random(),
      longitude: 6 + 9 * random(),
      precisionKm: 1,
      source: 'typed',
      name: `Made-up place ${index + 1}, Somewhere`,
    }));
    const thumbnails = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const canvas = new OffscreenCanvas(400, 300);
        const context = canvas.getContext('2d')!;
        context.fillStyle = `hsl(${30 * index} 30% 60%)`;
        context.fillRect(0, 0, 400, 300);
        context.fillStyle = `hsl(${30 * index} 40% 30%)`;
        context.beginPath();
        context.ellipse(200, 150, 90, 60, 0.3, 0, 7);
        context.fill();
        return canvas.convertToBlob({ type: 'image/webp' });
      }),
    );
    const hex = (bytes: ArrayBuffer): string =>
      Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const photoOf = async (): Promise<{ file: Blob; sha256: string }> => {
      const bytes = new Uint32Array(Math.max(1, photoBytes / 4)).map(() => random() * 2 ** 32);
      return {
        file: new Blob([bytes], { type: 'image/jpeg' }),
        sha256: hex(await crypto.subtle.digest('SHA-256', bytes)),
      };
    };

    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('goldcrest');
      asked.onsuccess = () => {
        resolve(asked.result);
      };
      asked.onerror = () => {
        reject(asked.error ?? new Error('no database'));
      };
    });
    const make = async (index: number) => {
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const day = new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 1050) * 86_400_000).toISOString().slice(0, 10);
      const at = `${day}T06:12:00.000Z`;
      const bird = pick(known);
      const coarse = random() < 0.2;
      const taxon = coarse ? bird.genus : bird.id;
      const probability = 0.5 + random() / 2;
      const range = random() < 0.1 ? 'out_of_range' : 'expected';
      const verdict = {
        ...{ grain: coarse ? 'genus' : 'species', taxon, probability, terms: [], supporting: [1], opposing: [] },
        rule: coarse ? 'rolled_up_to_genus' : 'species_with_place',
        ladder: [],
        guess: coarse ? { taxon: bird.id, probability: 0.5 } : null,
        ...{ alternatives: [{ taxon: pick(known).id, probability: 0.2 }], help: [] },
      };
      const photo = { ref: 'photo-1', name: `made-up-${index}.jpg`, width: 800, height: 600, focus: null };
      const seen = { id: `seen-${index}`, photos: [photo], sounds: [], place: pick(places), day };
      const box = { x: 250, y: 150, width: 300, height: 300 };
      const found = { count: 1, birds: [{ box, score: 0.9 }], largest: 0, faint: [], bestBelow: 0 };
      const started = {
        ...{ type: 'started', run: id, at, observation: seen, policy: 'blueprint', hints: 'full' },
        ...{ pack: { name: 'starter', version: '1' }, budget: { calls: 12, tokens: 600, milliseconds: 120_000 } },
      };
      const entry = {
        ...{ kind: 'tool', id: 1, tool: 'detect_bird', args: { image: 'photo-1' }, model: null, ms: 1 },
        outcome: { status: 'ok', payload: found },
      };
      const events = [started, { type: 'evidence', entry }, { type: 'verdict', verdict, ending: 'concluded', ms: 1 }];
      const media = photoBytes > 0 ? await photoOf() : null;
      const file = { ref: 'photo-1', name: photo.name, type: 'image/jpeg', original: true };
      const observation = {
        ...{ format: 1, id, keptAt: at, changedAt: at, observation: seen, time: null, count: null, run: id },
        media: media ? [{ ...file, sha256: media.sha256, bytes: media.file.size }] : [],
        packs: [{ name: 'starter', version: '1' }],
        hashes: media ? [media.sha256] : [],
      };
      const said = { observation: id, taxon, scientificName: coarse ? bird.genus : bird.name, at };
      const machine = { grain: verdict.grain, probability, rule: verdict.rule, run: id, range };
      const words = [{ ...said, id: id.replace(/^0{8}/, '10000000'), kind: 'machine', by: 'starter 1', machine }];
      const person = {
        ...said,
        id: id.replace(/^0{8}/, '20000000'),
        kind: 'confirmed',
        by: 'me',
        at: `${day}T18:00:00.000Z`,
      };
      const confirmed = random() < 1 / 3 ? [person] : [];
      const run = { id, at, events, thumbnail: thumbnails[index % thumbnails.length], observation: id };
      return { observation, words: [...words, ...confirmed], run, media };
    };
    for (let done = 0; done < count;) {
      // A transaction ends while anything else is waited for.
      const some = [];
      while (some.length < 100 && done < count) some.push(await make((done += 1)));
      const stores = database.transaction(['observations', 'identifications', 'keptRuns', 'media'], 'readwrite');
      for (const { observation, words, run, media } of some) {
        stores.objectStore('observations').put(observation);
        for (const word of words) stores.objectStore('identifications').put(word);
        stores.objectStore('keptRuns').put(run);
        if (media) stores.objectStore('media').put(media);
      }
      await new Promise((resolve, reject) => {
        stores.oncomplete = resolve;
        stores.onabort = () => {
          reject(stores.error ?? new Error('not written'));
        };
      });
    }
    database.close();
  }, making);
}
