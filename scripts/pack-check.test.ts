import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packCheck } from './pack-check.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'goldcrest-check-'));
  cpSync('public/packs/field-geo', folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function check(of = folder): Promise<{ code: number; said: string }> {
  const { code, lines } = await packCheck(of);
  return { code, said: `${lines.join('\n')}\n` };
}

test('the command prints what is wrong and fails by it', () => {
  const { status, stdout } = spawnSync('node', ['scripts/launch.mjs', 'pack-check', 'public/packs'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: '- There is no manifest.json in the folder.\n1 thing is wrong.\n',
  });
});

test('a pack that is right is called so; one that is wrong is told what, all at once', async () => {
  expect(await check()).toMatchObject({
    code: 0,
    said: expect.stringContaining('Nothing is wrong with it.') as string,
  });

  writeFileSync(join(folder, 'golden/geo.json'), '{}');
  writeFileSync(join(folder, 'notes.txt'), 'to do');
  const { code, said } = await check();
  expect(code).toBe(1);
  expect(said).toContain('golden/geo.json has 2 bytes; the manifest says ');
  expect(said).toContain('notes.txt is in the folder but not in the manifest, so nobody would get it.');
  expect(said).toContain('2 things are wrong.');

  writeFileSync(join(folder, 'manifest.json'), '{"format": 1}');
  writeFileSync(join(folder, 'manifest.sig'), `goldcrest-2026 ${'A'.repeat(86)}==\n`);
  expect((await check()).said).toContain('The signature of this pack is wrong');
  rmSync(join(folder, 'manifest.sig'));
  expect((await check()).said).toMatch(/manifest is not valid: name/);
});

test('a language model is asked for its golden replies, and what is wrong with its files is told', async () => {
  expect(await check('public/packs/tiny-policy')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Tiny policy \(tiny-policy .*MB.*\nNothing is wrong with it\.\n$/s) as string,
  });

  const policy = mkdtempSync(join(tmpdir(), 'goldcrest-check-'));
  try {
    cpSync('public/packs/tiny-policy', policy, { recursive: true });
    const golden = JSON.parse(readFileSync(join(policy, 'golden/policy.json'), 'utf8')) as {
      prompts: { ids: number[] }[];
    };
    golden.prompts[0]!.ids[0]! += 1;
    writeFileSync(join(policy, 'golden/policy.json'), JSON.stringify(golden));
    writeFileSync(join(policy, 'webllm/q4f32.wasm'), 'no module');
    const { code, said } = await check(policy);
    expect(code).toBe(1);
    expect(said).toMatch(/onnx\/model_q4\.onnx says \d+ of \d+ tokens of golden reply 1 as it should\./);
    expect(said).toContain('webllm/q4f32.wasm has 9 bytes; the manifest says ');
    expect(said).toContain('webllm/q4f32.wasm is not a WebAssembly module.');

    const manifest = JSON.parse(readFileSync(join(policy, 'manifest.json'), 'utf8')) as { files: unknown[] };
    writeFileSync(join(policy, 'manifest.json'), JSON.stringify({ ...manifest, files: manifest.files.slice(1) }));
    expect((await check(policy)).said).toMatch(
      /manifest is not valid: .*every file that the model names is listed under files/,
    );
  } finally {
    rmSync(policy, { recursive: true });
  }
});
