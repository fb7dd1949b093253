import { installProblem, refuse, type InstallProblem, type InstallResult } from './download/errors';
import type { Manifest } from './manifest';
import type { PackFile } from './pack-file';
import { manifestOf, type PackRecord } from './records';
import { judgeManifest, MANIFEST_LIMIT } from './trust/judge';
import { checkSignature, type PublicKey, type SignatureState } from './trust/signature';
import { compareVersions } from './trust/version';

/** What a person has to agree to, in so many words, before a pack is taken. */
export interface Consent {
  /** The ids of the licences that were shown and accepted. */
  licences: readonly string[];
  /** "I know that nobody has verified this pack." */
  unsigned: boolean;
}

/** Who vouches for a pack: a key pinned in this app, the app itself, whose server gave the manifest, or nobody. */
export type Trust = Exclude<SignatureState, 'wrong'> | 'app';

export const isVouchedFor = (trust: Trust): boolean => trust === 'signed' || trust === 'app';

/** A manifest that was read, judged and checked, before a byte of its files is fetched. */
export interface JudgedPack {
  manifest: Manifest;
  text: string;
  signature: string | null;
  trust: Trust;
}

export async function judgePack(
  bytes: Uint8Array<ArrayBuffer>,
  signature: string | null,
  keys: readonly PublicKey[],
  /** Whether the manifest lies beside the app's own code. Whoever could change it there could change the code as well. */
  fromApp = false,
): Promise<InstallResult<JudgedPack>> {
  const signed = await checkSignature(bytes, signature, keys);
  if (signed === 'wrong') {
    const message =
      'The signature of this pack is wrong: it was changed after it was signed. It was not added. Get it again from ' +
      'where it comes from.';
    return refuse('signature_wrong', message);
  }
  const judged = judgeManifest(bytes);
  if (!judged.ok) return judged;
  const trust = signed !== 'signed' && fromApp ? 'app' : signed;
  return { ok: true, value: { manifest: judged.value, text: new TextDecoder().decode(bytes), signature, trust } };
}

/** Why a pack may not take the place of what is known under its name; null where it may. */
export function conflictWith(record: PackRecord | null, { manifest, trust }: JudgedPack): InstallProblem | null {
  if (!record) return null;
  if (!isVouchedFor(trust) && record.active && isVouchedFor(record.active.trust)) {
    const message =
      `There is a pack named "${manifest.name}" already that is signed or comes with the app; an unsigned one cannot replace it. ` +
      'Remove that pack first, or give this one another name.';
    return installProblem('name_taken', message);
  }
  const active = record.active && manifestOf(record.active)?.version;
  const newest = [active, isVouchedFor(trust) ? record.floor : null].filter((version) => typeof version === 'string');
  const newer = newest.find((version) => compareVersions(manifest.version, version) < 0);
  if (newer === undefined) return null;
  const message = `This is version ${manifest.version} of "${manifest.title}", older than ${newer}, which was here before.`;
  return installProblem('version_older', message);
}

/** What is missing from a consent; null where nothing is. */
export function missingConsent({ manifest, trust }: JudgedPack, consent: Consent): InstallProblem | null {
  if (licencesOf(manifest).some(({ id }) => !consent.licences.includes(id))) {
    return installProblem('terms_not_accepted', 'The terms of this pack have to be accepted first.');
  }
  if (!isVouchedFor(trust) && !consent.unsigned) {
    const message =
      'Nobody has verified this pack: it has no signature that this app knows. Confirm that you want to use it.';
    return installProblem('unsigned_not_confirmed', message);
  }
  return null;
}

/** Every licence in a pack once: of the pack as a whole, then of its models. */
export function licencesOf(manifest: Manifest): Manifest['licence'][] {
  const all = [manifest.licence, ...manifest.models.map((model) => model.licence)];
  return all.filter((one, index) => all.findIndex(({ id }) => id === one.id) === index);
}

/**
 * Where a file can be downloaded: at its own addresses, as far as this app may contact their hosts, or else beside each address of the
 * manifest: a host that has fetched its packs allows no other.
 */
export function mirrorsOf(file: PackFile, bases: readonly string[], hosts: readonly string[]): string[] {
  const allowed = (addresses: readonly string[]): string[] =>
    addresses.filter((address) => hosts.includes(new URL(address).host));
  const own = allowed(file.addresses ?? []);
  return own.length > 0 ? own : allowed(bases.map((base) => new URL(file.path, base).href));
}

/** Fetches a manifest and its signature, from the first address that gives one. */
export async function fetchManifest(
  addresses: readonly string[],
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<InstallResult<{ manifest: Uint8Array<ArrayBuffer>; signature: string | null; address: string }>> {
  for (const address of addresses) {
    const manifest = await fetchSmall(address, fetcher, signal);
    if (manifest === null || manifest === 'missing') continue;
    const signature = await fetchSmall(new URL('manifest.sig', address).href, fetcher, signal);
    // A signature that cannot be reached is not a missing one: the pack would seem unsigned in a bad network.
    if (signature === null) continue;
    const text = signature === 'missing' ? null : new TextDecoder().decode(signature);
    return { ok: true, value: { manifest, signature: text, address } };
  }
  return refuse('manifest_unreachable', 'The list of files of this pack could not be fetched. Check the connection.');
}

async function fetchSmall(
  address: string,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | 'missing' | null> {
  try {
    const response = await fetcher(address, { signal, cache: 'no-store', credentials: 'omit' });
    if (response.status === 404) return 'missing';
    if (!response.ok || response.headers.get('content-type')?.includes('text/html')) return null;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const reader = response.body?.getReader();
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      size += piece.value.length;
      pieces.push(piece.value);
      // One byte too many is enough to be refused by the judge.
      if (size > MANIFEST_LIMIT) break;
    }
    void reader?.cancel().catch(() => undefined);
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  } catch {
    return null;
  }
}
