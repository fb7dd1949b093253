/** A certificate for `npm start -- --https`, made on this machine by openssl and kept until it runs out. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { CACHE, run, UserError } from './run.ts';

/** Safari refuses certificates for longer than 825 days; a month spares keeping an old key for long. */
const DAYS = 30;
/** Made anew while the old one still holds. */
const RENEWED_AFTER_MS = (DAYS - 1) * 24 * 3600 * 1000;

export interface Certificate {
  key: Buffer;
  cert: Buffer;
}

/** @param addresses names and IP addresses that the app is reached at */
export async function ownCertificate(addresses: string[], folder = join(CACHE, 'certificate')): Promise<Certificate> {
  const names = [...new Set(['localhost', '127.0.0.1', ...addresses])].map(
    (one) => `${isIP(one) ? 'IP' : 'DNS'}:${one}`,
  );
  // Another network gives another address, and so another certificate.
  const name = createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  if (!existsSync(cert) || Date.now() - statSync(cert).mtimeMs > RENEWED_AFTER_MS) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { code, output } = await run(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(DAYS)],
        ...['-subj', '/CN=Goldcrest on this machine', '-addext', `subjectAltName=${names.join(',')}`],
        ...['-keyout', key, '-out', cert],
      ],
      { quiet: true },
    );
    if (code === 127)
      throw new UserError(
        '--https makes a certificate with openssl, and there is no openssl here. Install it, or leave --https out.',
      );
    if (code !== 0) throw new UserError(`openssl could not make a certificate: ${output.trim()}`);
  }
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
