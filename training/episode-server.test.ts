import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { decideVerdict } from '../src/domain/verdict-rules';
import { ManifestSchema } from '../src/packs/manifest';
import { thresholdsOf } from '../src/packs/thresholds';
import { classification, detection, id, ledger, noPlace, observation, quality, taxonomy } from '../src/testing/ledger';
import { recordedGoldcrest } from '../src/testing/recorded';
import { EpisodeServer } from './episode-server';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../public/${path}`, import.meta.url), 'utf8'));
const tables = { taxonomy: read('taxonomy/taxonomy.json'), synonyms: read('taxonomy/synonyms.json') };
const shipped = read('packs/starter/manifest.json') as { models: { role: string; calibration?: object }[] };

/** The shipped pack with other numbers in its calibration of pictures. */
function calibrated(calibration: object): typeof shipped {
  const models = shipped.models.map((model) =>
    model.role === 'image' ? { ...model, calibration: { ...model.calibration, ...calibration } } : model,
  );
  return { ...shipped, models };
}

/** A look at a goldcrest without a place, as sure as told. */
function lookWithoutPlace(probability: number) {
  const entries = ledger(detection(), quality(), classification({ 'Regulus regulus': probability }), noPlace());
  const recordings = entries.flatMap((one) =>
    one.kind === 'tool' ? [{ tool: one.tool, args: one.args, outcome: one.outcome }] : [],
  );
  return { entries, item: { observation: observation(), truth: id('Regulus regulus'), recordings } };
}

async function verdictHere(manifest: unknown, item: unknown): Promise<unknown> {
  const server = new EpisodeServer({ ...tables, manifests: [manifest] });
  const ask = async (request: object) =>
    JSON.parse(await server.handle(JSON.stringify(request))) as {
      ok: true;
      done: boolean;
      text: string;
      verdict: object;
    };
  await ask({ op: 'add', key: 'a', item });
  await ask({ op: 'open', episode: 'e', key: 'a', dialect: 'hermes' });
  for (let done = false; !done;) {
    const { text } = await ask({ op: 'suggest', episode: 'e' });
    ({ done } = await ask({ op: 'reply', episode: 'e', text }));
  }
  return (await ask({ op: 'outcome', episode: 'e' })).verdict;
}

describe('verdicts of episodes', () => {
  const believing = (bar: number) => {
    const { unplaced, placed } = DEFAULT_THRESHOLDS.judgement.seen;
    const bars = { species: bar, genus: 0.5, family: 0.5 };
    return { judgement: { placed: { ...placed, bars }, unplaced: { ...unplaced, bars } } };
  };
  const calibrations = [{}, believing(0.5), believing(0.99)];
  it.each(calibrations)("are the app's on the same ledger under the pack's calibration, with %j", async (given) => {
    const manifest = calibrated(given);
    const { entries, item } = lookWithoutPlace(0.95);
    const thresholds = thresholdsOf([{ manifest: v.parse(ManifestSchema, manifest) }]);
    const { grain, taxon } = decideVerdict(entries, { taxonomy, thresholds });
    expect(await verdictHere(manifest, item)).toEqual({ grain, taxon });
  });

  it('hang on the judgement of the calibration', async () => {
    const { item } = lookWithoutPlace(0.95);
    const grains = [];
    for (const given of calibrations.slice(1)) grains.push(await verdictHere(calibrated(given), item));
    expect(grains).toMatchObject([{ grain: 'species' }, { grain: 'genus' }]);
  });
});

describe('an episode server', () => {
  it('tells what a reply can name, before the first and after each', async () => {
    const server = new EpisodeServer({ ...tables, manifests: [shipped] });
    const ask = async (request: object) =>
      JSON.parse(await server.handle(JSON.stringify(request))) as { scope: { images: object[]; taxa: string[] } };
    await ask({ op: 'add', key: 'a', item: recordedGoldcrest() });
    const first = await ask({ op: 'open', episode: 'e', key: 'a', dialect: 'mcp-json' });
    expect(first.scope.images).toEqual([{ ref: 'photo-1', regions: [], searched: false }]);
    const text = '{"name":"detect_bird","arguments":{"image":"photo-1"}}';
    const next = await ask({ op: 'reply', episode: 'e', text });
    expect(next.scope.images).toEqual([{ ref: 'photo-1', regions: ['largest', 'bird-1', 'part'], searched: true }]);
  });

  it('tells which tokens may follow, as far as there is something to name', async () => {
    const server = new EpisodeServer({ ...tables, manifests: [shipped] });
    const ask = async (request: object) =>
      JSON.parse(await server.handle(JSON.stringify(request))) as { ok: boolean; tokens: number[] };
    const texts = ['{"name":"detect_bird","arguments":{"image":"photo-', '1', '2', '"}}', '{"name":"geo_prior"', ''];
    const end = 5;
    await ask({ op: 'add', key: 'a', item: recordedGoldcrest() });
    await ask({ op: 'open', episode: 'e', key: 'a', dialect: 'mcp-json' });
    expect(await ask({ op: 'allowed', episode: 'e', said: [] })).toMatchObject({ ok: false });
    await ask({ op: 'vocabulary', texts, end });
    const after = async (...said: number[]) => (await ask({ op: 'allowed', episode: 'e', said })).tokens;
    // Nothing has been named, so there is no place to ask about; there is one photo.
    expect(await after()).toEqual([0]);
    expect(await after(0)).toEqual([1]);
    expect(await after(0, 1)).toEqual([3]);
    expect(await after(0, 1, 3)).toEqual([end]);
  });

  it('answers what it cannot do with why', async () => {
    const server = new EpisodeServer({ ...tables, manifests: [shipped] });
    expect(JSON.parse(await server.handle('{"op":"fly"}'))).toMatchObject({ ok: false });
    expect(JSON.parse(await server.handle('{"op":"suggest","episode":"none"}'))).toEqual({
      ok: false,
      message: 'there is no episode "none"',
    });
  });
});
