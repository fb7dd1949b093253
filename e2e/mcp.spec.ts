import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { writeFileSync } from 'node:fs';
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
    args: ['scripts/mcp.mjs', '--place', '47.4,8.5', photo, writeSong(6)],
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
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
