/**
 * `npm run pack:sign -- DIR...`: signs the manifest of each pack with the maintainers' private key, into manifest.sig.
 * The key is read from the file that GOLDCREST_SIGNING_KEY names (PKCS #8 in PEM) and never lies in the repository.
 * `npm run pack:sign -- --new-key ID FILE` makes a key and prints what has to be pinned in src/packs/trust/keys.ts.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fromHere, main, ROOT, UserError } from './run.ts';

function makeKey(id: string, file: string) {
  if (!/^[a-z0-9-]{1,40}$/.test(id)) throw new UserError('The id of a key is made of a-z, 0-9 and "-".');
  const path = resolve(file);
  if (!relative(ROOT, path).startsWith('..')) throw new UserError('Keep the key outside the repository.');
  if (existsSync(path)) throw new UserError(`${path} is there already.`);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = `# ${id}\n${privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()}`;
  writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
  console.log(`The private key is in ${path}. Pin this in src/packs/trust/keys.ts:`);
  console.log(`{ id: '${id}', key: '${publicKeyOf(pem)}' }`);
}

function publicKeyOf(pem: string) {
  const der = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' });
  // The last 32 bytes of the structure are the key itself.
  return der.subarray(-32).toString('base64');
}

function readKey() {
  const file = process.env.GOLDCREST_SIGNING_KEY;
  if (!file) throw new UserError('Set GOLDCREST_SIGNING_KEY to the file that holds the private key.');
  const pem = readFileSync(file, 'utf8');
  const [, id] = /^# ([a-z0-9-]{1,40})\n/.exec(pem) ?? [];
  if (id === undefined) throw new UserError(`${file} does not begin with "# " and the id of the key.`);
  return { id, key: createPrivateKey(pem) };
}

await main(() => {
  const args = process.argv.slice(2);
  if (args[0] === '--new-key') {
    const [, id, file] = args;
    if (id === undefined || file === undefined) throw new UserError('Say: --new-key ID FILE');
    makeKey(id, file);
    return Promise.resolve(0);
  }
  if (args.length === 0) throw new UserError('Name the folders of the packs to sign.');
  const { id, key } = readKey();
  for (const folder of args) {
    const at = fromHere(folder);
    const signature = sign(null, readFileSync(join(at, 'manifest.json')), key).toString('base64');
    writeFileSync(join(at, 'manifest.sig'), `${id} ${signature}\n`);
    console.log(`signed ${at} with ${id}`);
  }
  return Promise.resolve(0);
});
