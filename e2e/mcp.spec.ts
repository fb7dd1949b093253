import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from './fixtures.ts';
import { TOOL_NAMES } from '../src/domain/tools/schemas.ts';
import { drawing } from './drawing.ts';
import { writeSong } from './song.ts';

test('an MCP client of the official SDK lists and calls all nine tools over stdio, rightly and wrongly', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const photo = test.info().outputPath('bird.png');
  writeFileSync(photo, await drawing(browser));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['scripts/launch.mjs', 'mcp', '--place', '47.4,8.5', photo, writeSong(6)],
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['observe', ...TOOL_NAMES, 'conclude', 'answer', 'forget']);
    for (const { inputSchema } of tools) expect(inputSchema.type).toBe('object');

    const call = async (name: string, args: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      const [text] = content as { text: string }[];
      return { isError, answer: JSON.parse(text!.text) as Record<string, unknown> };
    };
    const image = 'photo-1';
    const region = { x: 40, y: 40, width: 200, height: 200 };
    // One call each, that a client would make: all nine have to work.
    const good: [string, Record<string, unknown>][] = [
      ['detect_bird', { image }],
      ['quality_gate', { image, region }],
      ['zoom_in', { image, region }],
      ['crop', { image, region }],
      ['enhance', { image, operation: 'contrast' }],
      ['classify_image', { image, region }],
      ['audio_quality', { sound: 'sound-1' }],
      ['classify_sound', { sound: 'sound-1', stretches: [{ from: 0, to: 6 }] }],
      ['geo_prior', { taxa: ['goldcr1'] }],
    ];
    expect(good.map(([name]) => name).sort()).toEqual([...TOOL_NAMES].sort());
    for (const [name, args] of good) {
      const { isError, answer } = await call(name, args);
      expect(isError, `${name} ${JSON.stringify(answer)}`).toBe(false);
    }
    // There is no second sound in this observation: the sound tools say so.
    for (const name of ['audio_quality', 'classify_sound']) {
      const { isError, answer } = await call(name, { sound: 'sound-2' });
      expect(isError, name).toBe(true);
      expect(answer).toMatchObject({ status: 'failed', code: 'unknown_sound' });
    }
    for (const name of TOOL_NAMES) {
      const { isError, answer } = await call(name, { nonsense: 1 });
      expect(isError, name).toBe(true);
      expect(answer).toMatchObject({ code: 'invalid_arguments', hint: expect.stringContaining(name) });
    }
    expect(await call('fly', {})).toMatchObject({ isError: true, answer: { code: 'unknown_tool' } });
    // Correcting itself from what it was told.
    const far = await call('crop', { image, region: { x: 99_999, y: 0, width: 50, height: 50 } });
    expect(far.answer).toMatchObject({
      code: 'region_outside_image',
      hint: expect.stringContaining('pixels'),
    });
  } finally {
    await client.close();
  }
});

test('an MCP client starts with no files, observes two birds, sees a crop, and concludes both', async ({ browser }) => {
  test.setTimeout(180_000);
  const folder = test.info().outputPath('birds');
  const outside = test.info().outputPath('outside.png');
  mkdirSync(folder);
  const picture = await drawing(browser);
  writeFileSync(join(folder, 'bird.png'), picture);
  writeFileSync(outside, picture);
  symlinkSync(outside, join(folder, 'link.png'));
  const song = readFileSync(writeSong(6));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['scripts/launch.mjs', 'mcp', '--allow', folder],
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    const told: number[] = [];
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const onprogress = ({ progress }: { progress: number }) => void told.push(progress);
      const { isError, content } = await client.callTool({ name, arguments: args }, { onprogress });
      const [text, ...rest] = content as { type: string; text: string; data?: string; mimeType?: string }[];
      return { isError, answer: JSON.parse(text!.text) as Record<string, unknown>, rest };
    };
    const refusal = async (name: string, args: Record<string, unknown> = {}) => {
      const { isError, answer } = await call(name, args);
      expect(isError, name).toBe(true);
      return answer;
    };
    expect(await refusal('detect_bird', { image: 'photo-1' })).toMatchObject({
      code: 'unknown_observation',
      hint: expect.stringContaining('observe'),
    });
    for (const path of [outside, join(folder, 'link.png'), '../outside.png']) {
      const answer = await refusal('observe', { files: [path] });
      expect(answer, path).toMatchObject({ code: 'path_not_allowed', hint: expect.stringContaining('--allow') });
    }
    const large = `data:image/png;base64,${'A'.repeat(23 * 1024 * 1024)}`;
    expect(await refusal('observe', { files: [large] })).toMatchObject({
      code: 'data_uri_too_large',
      hint: expect.stringContaining('path'),
    });
    expect(await refusal('observe', { files: [] })).toMatchObject({ code: 'invalid_arguments' });
    const noPicture = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
    expect(await refusal('observe', { files: [noPicture] })).toMatchObject({ code: 'files_unreadable' });

    // Two at once: a photo by its path, a recording by its bytes.
    const [seen, heard] = await Promise.all([
      call('observe', { files: ['bird.png'], place: { latitude: 47.4, longitude: 8.5 }, date: '2026-05-17' }),
      call('observe', { files: [`data:audio/wav;base64,${song.toString('base64')}`], note: 'from a spruce' }),
    ]);
    expect(seen.answer).toMatchObject({ day: '2026-05-17', photos: [{ name: 'bird.png' }], sounds: [] });
    expect(heard.answer).toMatchObject({ photos: [], sounds: [{ seconds: 6 }] });
    expect(seen.rest.map(({ type }) => type)).toEqual(['image']);
    const [photo, sound] = [seen.answer.observation, heard.answer.observation] as [string, string];
    const [{ ref: image }] = seen.answer.photos as [{ ref: string }];
    const [{ ref: recording }] = heard.answer.sounds as [{ ref: string }];

    const region = { x: 40, y: 40, width: 300, height: 200 };
    expect(await refusal('crop', { image, region })).toMatchObject({ code: 'unknown_observation' });
    const crop = await call('crop', { observation: photo, image, region, margin: 0 });
    expect(crop.isError, JSON.stringify(crop.answer)).toBe(false);
    // What comes back is a picture that any program can open, in the shape of the view.
    const [view] = crop.rest;
    expect(view).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });
    const page = await browser.newPage();
    const shown = await page.evaluate(async (source) => {
      const element = new Image();
      element.src = source;
      await element.decode();
      return { width: element.naturalWidth, height: element.naturalHeight };
    }, `data:image/jpeg;base64,${view!.data!}`);
    await page.close();
    const { width, height } = crop.answer as { width: number; height: number };
    expect(shown.width / shown.height).toBeCloseTo(width / height, 1);
    expect(Math.max(shown.width, shown.height)).toBeGreaterThan(64);

    // Judging what is there is not the same as doing what is missing.
    const early = await call('conclude', { observation: photo, complete: false });
    expect(early.answer).toMatchObject({ verdict: { rule: 'nothing_classified' }, ledger: [{ tool: 'crop' }] });
    told.length = 0;
    const verdict = await call('conclude', { observation: photo });
    const tools = (verdict.answer.ledger as { tool: string }[]).map(({ tool }) => tool);
    expect(tools.slice(0, 2)).toEqual(['crop', 'detect_bird']);
    expect(verdict.answer.verdict).toMatchObject({ grain: expect.any(String), ladder: expect.any(Array) });
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    const other = await call('conclude', { observation: sound });
    expect(other.answer.observation).toBe(sound);
    const [noted, measured, named] = other.answer.ledger as object[];
    expect(noted).toMatchObject({ kind: 'observer', note: 'from a spruce' });
    expect([measured, named]).toMatchObject([{ tool: 'audio_quality' }, { tool: 'classify_sound' }]);

    const { resources } = await client.listResources();
    const root = 'goldcrest://observations';
    expect(resources.map(({ uri }) => uri)).toEqual([
      `${root}/${photo}/ledger`,
      `${root}/${photo}/report`,
      `${root}/${sound}/ledger`,
      `${root}/${sound}/report`,
      `${root}/${sound}/spectrogram/${recording}`,
    ]);
    const read = async (uri: string) =>
      (await client.readResource({ uri })).contents[0] as { text?: string; blob?: string };
    expect(JSON.parse((await read(`${root}/${photo}/ledger`)).text!)).toEqual(verdict.answer.ledger);
    expect((await read(`${root}/${photo}/report`)).text).toContain('detect_bird');
    const spectrogram = await read(`${root}/${sound}/spectrogram/${recording}`);
    expect(Buffer.from(spectrogram.blob!, 'base64').subarray(1, 4).toString()).toBe('PNG');
    await expect(client.readResource({ uri: `${root}/${photo}/spectrogram/${recording}` })).rejects.toThrow();

    await call('forget', { observation: photo });
    expect(await refusal('crop', { observation: photo, image, region })).toMatchObject({ code: 'unknown_observation' });
    expect((await client.listResources()).resources).toHaveLength(3);
  } finally {
    await client.close();
  }
});
