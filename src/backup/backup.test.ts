import 'fake-indexeddb/auto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentEvent } from '../domain/events';
import type { Identification, KeptObservation } from '../domain/notebook/kept';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import { decideVerdict } from '../domain/verdict-rules';
import { openDatabase, type Database } from '../storage/database';
import { NotebookStore } from '../storage/notebook';
import { RestoreStore } from '../storage/restoring';
import { keptRecord } from '../testing/kept-records';
import { BOX, classification, detected, ledger, quality, taxonomy } from '../testing/ledger';
import { planRestore, type RestorePlan } from './plan';
import { openBackup, type OpenedBackup } from './read';
import { restoreBackup } from './restore';
import { writeBackup, type Backup } from './write';

const FACTS = { app: '0.1.0', taxonomy: taxonomy.version, createdAt: '2026-05-18T00:00:00.000Z' };
const hasPython = spawnSync('python3', ['--version']).status === 0;
const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const nothing = (): undefined => undefined;

let database: Database;
let notebook: NotebookStore;
let restores: RestoreStore;

beforeEach(async () => {
  database = (await openDatabase())!;
  notebook = new NotebookStore(database);
  restores = new RestoreStore(database);
  await notebook.clear();
});

/** A run as the app saves it: found, classified, decided. */
function eventsOf({ run, keptAt, observation }: KeptObservation): AgentEvent[] {
  const entries = ledger(detected([BOX]), quality({ grade: 'pass' }), classification({ 'Erithacus rubecula': 0.98 }));
  const verdict = decideVerdict(entries, { taxonomy, thresholds: DEFAULT_THRESHOLDS });
  return [
    { type: 'started', run, at: keptAt, observation } as AgentEvent,
    ...entries.map((entry): AgentEvent => ({ type: 'evidence', entry })),
    { type: 'verdict', verdict, ending: 'concluded', ms: 1 },
  ];
}

async function keep(
  photo: string,
  taxon = 'eurrob1',
  changes: Parameters<typeof keptRecord>[2] = {},
): Promise<KeptObservation> {
  const { observation, identifications } = keptRecord(taxon, undefined, changes);
  observation.media[0]!.sha256 = sha256(photo);
  const events = eventsOf(observation);
  const thumbnail = new Blob([`small ${photo}`], { type: 'image/webp' });
  const run = { id: observation.run, at: observation.keptAt, events, thumbnail };
  const media = [{ sha256: sha256(photo), file: new Blob([photo], { type: 'image/jpeg' }) }];
  for (const one of identifications) one.scientificName = taxonomy.get(taxon)?.scientificName ?? null;
  await notebook.keep({ observation, identifications, media, run });
  return observation;
}

async function backUp(): Promise<Backup> {
  return writeBackup(notebook, FACTS, nothing);
}

async function opened(file: Blob): Promise<OpenedBackup> {
  const backup = await openBackup(file);
  if (!backup.ok) throw new Error(`${backup.problem} ${backup.where}`);
  return backup.value;
}

async function planOf(backup: OpenedBackup): Promise<RestorePlan> {
  return planRestore(await notebook.list(), backup.rows, taxonomy);
}

/** A zip of these files, made by other code, with a manifest that fits unless it is given. */
function forged(files: Record<string, string>, manifest: object = {}): Blob {
  const texts = { 'observations.jsonl': '', 'identifications.jsonl': '', 'runs.jsonl': '', ...files };
  const listed = Object.entries(texts).filter(([name]) => name.endsWith('.jsonl'));
  const rows = (name: keyof typeof texts): number => texts[name].split('\n').length - 1;
  const made = {
    ...{ format: 'goldcrest-backup', version: 1, ...FACTS },
    counts: {
      observations: rows('observations.jsonl'),
      identifications: rows('identifications.jsonl'),
      runs: rows('runs.jsonl'),
      media: 0,
    },
    files: Object.fromEntries(
      listed.map(([name, text]) => [name, { bytes: Buffer.byteLength(text), sha256: sha256(text) }]),
    ),
    ...manifest,
  };
  const all = { ...texts, 'manifest.json': JSON.stringify(made) };
  const bytes = zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
  return new Blob([new Uint8Array(bytes)]);
}

describe('a backup and its restore', () => {
  test('give back every byte, on a device that has nothing', async () => {
    await keep('one');
    await keep('two', 'winwre4', { observation: { note: 'ünder a *bush*' } });
    const before = await notebook.list();
    const { file, manifest, missing } = await backUp();
    expect(manifest.counts).toEqual({ observations: 2, identifications: 4, runs: 2, media: 4 });
    expect(missing).toEqual([]);

    await notebook.clear();
    const backup = await opened(file);
    const plan = await planOf(backup);
    expect([plan.added.length, plan.changed.length, plan.same]).toEqual([2, 0, 0]);
    expect(await restoreBackup(backup, plan, restores, nothing)).toMatchObject({ ok: true });
    expect(await notebook.list()).toEqual(before);
    for (const photo of ['one', 'two']) {
      const kept = await notebook.mediaOf(sha256(photo));
      expect([await kept!.text(), kept!.type]).toEqual([photo, 'image/jpeg']);
    }
    const [run] = await notebook.runsOf(before[0]!.observation.id);
    expect(await run!.thumbnail!.text()).toMatch(/^small /);
    expect(run!.events).toEqual(eventsOf(before[0]!.observation));
    expect((await planOf(backup)).same).toBe(2);
  });

  test('merge: words from both sides, the later note and place, and an undo that leaves no trace', async () => {
    const { id } = await keep('one');
    const { file } = await backUp();
    await notebook.change(id, { note: 'later, here' }, '2027-01-01T00:00:00.000Z');
    const word: Identification = {
      ...(await notebook.load(id))!.identifications[0]!,
      id: crypto.randomUUID(),
      kind: 'corrected',
    };
    await notebook.identify(word);
    const second = await keep('two');
    const here = await notebook.list();

    // The other device has one identification that this one has not.
    const { identifications } = here.find((one) => one.observation.id === id)!;
    await database.delete('identifications', identifications.find(({ kind }) => kind === 'machine')!.id);
    const without = await notebook.list();
    const backup = await opened(file);
    const plan = await planOf(backup);
    expect([plan.added.length, plan.changed.length, plan.same, plan.identifications.length]).toEqual([0, 1, 0, 1]);
    const result = await restoreBackup(backup, plan, restores, nothing);
    if (!result.ok) throw new Error(result.problem);
    const merged = (await notebook.load(id))!;
    expect(merged.observation.observation.note).toBe('later, here');
    expect(merged.identifications).toHaveLength(3);
    expect(await notebook.load(second.id)).not.toBeNull();

    expect(await restores.undo(result.restored)).toEqual({ ok: true, stayed: 0 });
    expect(await notebook.list()).toEqual(without);
  });

  test('an undo takes away what was new, photos and runs included', async () => {
    const { id } = await keep('one');
    const { file } = await backUp();
    await notebook.clear();
    const backup = await opened(file);
    const result = await restoreBackup(backup, await planOf(backup), restores, nothing);
    if (!result.ok) throw new Error(result.problem);
    await restores.undo(result.restored);
    expect(await notebook.list()).toEqual([]);
    expect(await notebook.mediaOf(sha256('one'))).toBeNull();
    expect(await notebook.runsOf(id)).toEqual([]);
  });

  test('what another tab changed after the preview is merged, not overwritten', async () => {
    const { id } = await keep('one');
    await notebook.change(id, { note: 'in the backup' }, '2027-01-01T00:00:00.000Z');
    const { file } = await backUp();
    await notebook.change(id, { note: 'before' }, '2026-06-01T00:00:00.000Z');
    const backup = await opened(file);
    const plan = await planOf(backup);
    await notebook.change(id, { note: 'in another tab' }, '2027-02-01T00:00:00.000Z');
    expect(await restoreBackup(backup, plan, restores, nothing)).toMatchObject({ ok: true });
    expect((await notebook.load(id))!.observation.observation.note).toBe('in another tab');
  });

  test('an undo leaves alone what was changed or spoken about since, with its words, run and photo', async () => {
    const [spoken, changed, plain] = [await keep('one'), await keep('two'), await keep('three')];
    const { file } = await backUp();
    await notebook.clear();
    const backup = await opened(file);
    const result = await restoreBackup(backup, await planOf(backup), restores, nothing);
    if (!result.ok) throw new Error(result.problem);
    await notebook.identify({ ...(await notebook.load(spoken.id))!.identifications[1]!, id: crypto.randomUUID() });
    await notebook.change(changed.id, { count: 3 }, '2027-02-01T00:00:00.000Z');
    expect(await restores.undo(result.restored)).toEqual({ ok: true, stayed: 2 });
    expect((await notebook.load(spoken.id))!.identifications).toHaveLength(3);
    expect((await notebook.load(changed.id))!.identifications).toHaveLength(2);
    expect(await notebook.load(plain.id)).toBeNull();
    expect(await notebook.runsOf(changed.id)).toHaveLength(1);
    expect([await notebook.mediaOf(sha256('one')), await notebook.mediaOf(sha256('three'))]).toEqual([
      expect.any(Blob),
      null,
    ]);
  });

  test('what a closed tab left of a restore is swept away, and nothing of what is kept', async () => {
    await keep('one');
    await restores.stageMedium({ sha256: sha256('orphan'), file: new Blob(['orphan']) });
    const before = await notebook.list();
    await restores.sweep();
    expect(await notebook.mediaOf(sha256('orphan'))).toBeNull();
    expect(await notebook.mediaOf(sha256('one'))).not.toBeNull();
    expect(await notebook.list()).toEqual(before);
  });

  test('names that have changed are found by what they were, and listed', async () => {
    const { id } = await keep('one', 'blutit');
    const words = await notebook.load(id);
    const old = words!.identifications.map((one) => ({ ...one, taxon: 'gone1', scientificName: 'Parus caeruleus' }));
    const unknown = { ...old[0]!, id: crypto.randomUUID(), taxon: 'gone2', scientificName: 'Avis fabulosa' };
    const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const backup = await opened(
      forged({
        'observations.jsonl': lines([words!.observation]),
        'identifications.jsonl': lines([...old, unknown]),
      }),
    );
    await notebook.clear();
    const plan = await planOf(backup);
    expect(plan.renamed).toEqual([
      { was: 'Avis fabulosa', now: null },
      { was: 'Parus caeruleus', now: 'Cyanistes caeruleus' },
    ]);
    expect(plan.identifications.map(({ taxon }) => taxon)).toEqual(['blutit', 'blutit', 'gone2']);
  });

  test('a photo that the browser has cleared is reported, and the rest is backed up', async () => {
    await keep('one');
    await database.delete('media', sha256('one'));
    const { missing, file } = await backUp();
    expect(missing).toEqual([sha256('one')]);
    await expect(planOf(await opened(file))).resolves.toMatchObject({ same: 1 });
  });

  test.skipIf(!hasPython)('Python reads the zip, and one that Python wrote is restored', async () => {
    await keep('one');
    const { file, manifest } = await backUp();
    const folder = mkdtempSync(join(tmpdir(), 'goldcrest-backup-'));
    const [ours, theirs] = [join(folder, 'a.zip'), join(folder, 'b.zip')];
    writeFileSync(ours, new Uint8Array(await file.arrayBuffer()));
    const program = `
import json,sys,zipfile
source = zipfile.ZipFile(sys.argv[1])
assert source.testzip() is None
with zipfile.ZipFile(sys.argv[2], 'w', zipfile.ZIP_DEFLATED) as target:
    for name in source.namelist(): target.writestr(name, source.read(name))
print(json.dumps([source.namelist(), json.loads(source.read('manifest.json'))]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program, ours, theirs]);
    expect(stderr.toString()).toBe('');
    const [names, read] = JSON.parse(stdout.toString()) as [string[], unknown];
    expect(names.filter((name) => !name.startsWith('media/'))).toEqual([
      'observations.jsonl',
      'identifications.jsonl',
      'runs.jsonl',
      'manifest.json',
    ]);
    expect(read).toEqual(manifest);

    await notebook.clear();
    const backup = await opened(new Blob([readFileSync(theirs)]));
    expect(await restoreBackup(backup, await planOf(backup), restores, nothing)).toMatchObject({ ok: true });
    expect(await (await notebook.mediaOf(sha256('one')))!.text()).toBe('one');
  });
});

describe('a hostile or broken backup is refused, and the notebook stays as it was', () => {
  const problemOf = async (file: Blob): Promise<string> => {
    const backup = await openBackup(file);
    if (!backup.ok) return backup.problem;
    const before = await notebook.list();
    const result = await restoreBackup(backup.value, await planOf(backup.value), restores, nothing);
    expect(await notebook.list()).toEqual(before);
    return result.ok ? 'taken' : result.problem;
  };

  test('something else, or a zip of something else', async () => {
    expect(await problemOf(new Blob([]))).toBe('not_a_zip');
    expect(await problemOf(new Blob(['a photo']))).toBe('not_a_zip');
    expect(await problemOf(new Blob([new Uint8Array(zipSync({ 'a.txt': strToU8('a') }))]))).toBe('not_a_backup');
    expect(await problemOf(forged({}, { format: 'another' }))).toBe('not_a_backup');
  });

  test('one of a newer app', async () => {
    expect(await problemOf(forged({}, { version: 2, counts: 'anything' }))).toBe('newer_format');
  });

  test('one that was cut anywhere', async () => {
    await keep('one');
    const { file } = await backUp();
    await notebook.clear();
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      expect(await problemOf(file.slice(0, Math.floor(file.size * part)))).toBe('cut_off');
    }
  });

  test('one with a changed byte, wherever it is', async () => {
    await keep('one'.repeat(500));
    const { file } = await backUp();
    await notebook.clear();
    const bytes = new Uint8Array(await file.arrayBuffer());
    for (let at = 0; at < bytes.length; at += 61) {
      const changed = bytes.slice();
      changed[at]! ^= 0x10;
      // The few bytes that nobody reads, such as the days of files, may be anything.
      expect(['damaged', 'cut_off', 'not_a_zip', 'not_a_backup', 'too_large', 'taken']).toContain(
        await takenOr(new Blob([changed])),
      );
    }
  });

  /** A restore that is taken has to have given back exactly what was backed up. */
  async function takenOr(file: Blob): Promise<string> {
    const backup = await openBackup(file);
    if (!backup.ok) return backup.problem;
    const result = await restoreBackup(backup.value, await planOf(backup.value), restores, nothing);
    if (!result.ok) {
      expect(await notebook.list()).toEqual([]);
      return result.problem;
    }
    const [entry] = await notebook.list();
    const medium = await notebook.mediaOf(entry!.observation.media[0]!.sha256);
    // A photo whose name in the list was changed is as if it were not there.
    if (medium) expect(await medium.text()).toBe('one'.repeat(500));
    await notebook.clear();
    return 'taken';
  }

  test('rows that are none, rows of nothing, and two of one name', async () => {
    const { observation } = keptRecord('eurrob1');
    const line = `${JSON.stringify(observation)}\n`;
    expect(await problemOf(forged({ 'observations.jsonl': 'no JSON\n' }))).toBe('damaged');
    expect(await problemOf(forged({ 'observations.jsonl': '{"id":"../../etc"}\n' }))).toBe('damaged');
    expect(await problemOf(forged({ 'observations.jsonl': line + line }))).toBe('damaged');
    expect(await problemOf(forged({ 'observations.jsonl': line.trim() }))).toBe('damaged');
    const [word] = keptRecord('eurrob1').identifications;
    expect(await problemOf(forged({ 'identifications.jsonl': `${JSON.stringify(word)}\n` }))).toBe('damaged');
  });

  test('evidence that nobody could draw is left out; the rest of its run and of the backup comes', async () => {
    const { observation } = keptRecord('eurrob1');
    const [started, ...others] = eventsOf(observation);
    const view = { image: 'photo-1.crop-1', width: 9, height: 9, region: BOX };
    const circle = {
      ...{ kind: 'tool', id: 9, tool: 'crop', model: null, ms: 1 },
      outcome: { status: 'ok', payload: view },
    };
    const forgedEvents = [
      { type: 'verdict', verdict: null },
      { type: 'evidence', entry: { kind: 'tool', id: 1, tool: 'detect_bird', outcome: { status: 'ok', payload: 7 } } },
      { type: 'evidence', entry: { ...circle, args: { image: 'photo-1.crop-1', region: BOX } } },
      'nothing',
    ];
    const line = (events: readonly unknown[]): string => {
      const run = { id: observation.run, at: observation.keptAt, observation: observation.id, thumbnail: null, events };
      return `${JSON.stringify(run)}\n`;
    };
    const rows = `${JSON.stringify(observation)}\n`;
    const backup = await opened(
      forged({ 'observations.jsonl': rows, 'runs.jsonl': line([started, ...forgedEvents, ...others]) }),
    );
    expect(await restoreBackup(backup, await planOf(backup), restores, nothing)).toMatchObject({ ok: true });
    expect((await notebook.runsOf(observation.id))[0]!.events).toEqual(eventsOf(observation));
    await notebook.clear();
    expect(await problemOf(forged({ 'observations.jsonl': rows, 'runs.jsonl': line(forgedEvents) }))).toBe('damaged');
  });

  test('more rows than it says, or a million', async () => {
    const counts = { observations: 1_000_000, identifications: 0, runs: 0, media: 0 };
    expect(await problemOf(forged({}, { counts }))).toBe('too_large');
    const rows = '{}\n'.repeat(1_000_000);
    const fewer = { observations: 10, identifications: 0, runs: 0, media: 0 };
    expect(await problemOf(forged({ 'observations.jsonl': rows }, { counts: fewer }))).toBe('damaged');
  });

  test('a bomb: text that says it is small and unpacks to more, or says it is enormous', async () => {
    const bomb = 'a'.repeat(20_000_000);
    expect(await problemOf(forged({ 'observations.jsonl': bomb }, {}))).toBe('too_large');
    const small = { bytes: 10, sha256: sha256('') };
    const files = { 'observations.jsonl': small, 'identifications.jsonl': small, 'runs.jsonl': small };
    expect(await problemOf(forged({ 'observations.jsonl': bomb }, { files }))).toBe('damaged');
  });

  test('names that would leave their folder are keys that nobody asks for', async () => {
    const strange = { '../../evil.txt': 'x', '/etc/passwd': 'x', 'media/../observations.jsonl': 'x' };
    expect(await problemOf(forged(strange))).toBe('taken');
    expect(await notebook.list()).toEqual([]);
  });

  test('a photo that is not what its hash says, after others were written', async () => {
    const { id } = await keep('one');
    const words = (await notebook.load(id))!;
    const other = keptRecord('winwre4').observation;
    other.media[0]!.sha256 = sha256('two');
    await notebook.clear();
    const rows = [words.observation, other].map((row) => `${JSON.stringify(row)}\n`).join('');
    const files = {
      'observations.jsonl': rows,
      [`media/${sha256('one')}`]: 'one',
      [`media/${sha256('two')}`]: 'forged',
    };
    expect(await problemOf(forged(files))).toBe('damaged');
    expect(await notebook.mediaOf(sha256('one'))).toBeNull();
  });
});
