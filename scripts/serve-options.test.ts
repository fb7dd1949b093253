import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownCertificate } from './certificate.ts';
import { describeServed, ownAddresses, readListen } from './serve-options.ts';
import { startServer } from './server.ts';

describe('the options of npm start', () => {
  it('are this machine and a usual port, unless something else is asked for', () => {
    expect(readListen({}, {})).toEqual({ port: 4170, exact: false, host: '127.0.0.1' });
    expect(readListen({}, { PORT: '80' })).toMatchObject({ port: 80, exact: true });
    expect(readListen({ port: '8080', host: '0.0.0.0' }, { PORT: '80' })).toEqual({
      ...{ port: 8080, exact: true, host: '0.0.0.0' },
    });
  });

  it.each(['abc', '-1', '1.5', '65536', ' '])('refuse the port "%s" in a sentence', (port) => {
    expect(() => readListen({ port }, {})).toThrow('a port is a number');
    expect(() => readListen({}, { PORT: port })).toThrow(`PORT is "${port}"`);
  });

  it('a wrong port is one line and no stack', () => {
    const { status, stderr } = spawnSync('node', ['scripts/launch.mjs', 'server', '--port', 'abc'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, '--port is "abc"; a port is a number from 0 to 65535.\n']);
  });

  it('a port that was asked for and is taken is said', async () => {
    const server = await startServer({ root: '.' });
    await expect(startServer({ root: '.', port: server.port, exact: true })).rejects.toThrow(
      `Port ${server.port} is taken`,
    );
    await server.close();
  });

  it('the way in from a phone is said', () => {
    const served = { port: 4170, https: true, packs: ['field-sound', 'starter'] };
    expect(describeServed({ ...served, https: false, host: '127.0.0.1' }, ['192.168.1.5'])).toEqual([
      'Goldcrest is at http://localhost:4170 (Ctrl-C stops it)',
      '  Packs: field-sound, starter',
      '  From a phone in the same network: npm start -- --host 0.0.0.0 --https',
    ]);
    expect(describeServed({ ...served, host: '0.0.0.0' }, ['192.168.1.5'])[2]).toContain('https://192.168.1.5:4170');
  });

  it('addresses of other machines in the network are found, not the own loop', () => {
    const address = { netmask: '', mac: '', cidr: null };
    const interfaces = {
      lo: [{ ...address, address: '127.0.0.1', internal: true, family: 'IPv4' as const }],
      wifi: [{ ...address, address: '192.168.1.5', internal: false, family: 'IPv4' as const }],
    };
    expect(ownAddresses(interfaces)).toEqual(['192.168.1.5']);
  });

  it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'the certificate names every address and is kept',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'goldcrest-certificate-'));
      const { cert } = await ownCertificate(['192.168.1.5'], folder);
      const { subjectAltName } = new X509Certificate(cert);
      expect(subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.5');
      expect((await ownCertificate(['192.168.1.5'], folder)).cert.equals(cert)).toBe(true);
    },
  );
});
