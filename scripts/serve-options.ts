/** The options of `npm start`, and what it says about where the app is. */
import { networkInterfaces } from 'node:os';
import { UserError } from './run.ts';

const DEFAULT_PORT = 4170;
/** Reached from this machine only. */
const DEFAULT_HOST = '127.0.0.1';
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** `exact`: whether the port was asked for, so that no other will do. */
export interface Listen {
  port: number;
  exact: boolean;
  host: string;
}

/** @param environment PORT is what hosting services set */
export function readListen(options: { port?: string; host?: string }, environment: { PORT?: string }): Listen {
  const fromOption = options.port !== undefined;
  const text = options.port ?? environment.PORT ?? '';
  const host = options.host ?? DEFAULT_HOST;
  if (text === '') return { port: DEFAULT_PORT, exact: false, host };
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new UserError(`${fromOption ? '--port' : 'PORT'} is "${text}"; a port is a number from 0 to 65535.`);
  }
  return { port, exact: port !== 0, host };
}

/** Where the machine is reached from others in its network. */
export function ownAddresses(interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
}

interface Served {
  host: string;
  port: number;
  https: boolean;
  /** Better first. */
  packs: string[];
}

export function describeServed({ host, port, https, packs }: Served, addresses = ownAddresses()): string[] {
  const scheme = https ? 'https' : 'http';
  const isOpen = EVERY_ADDRESS.includes(host);
  const here = isOpen || host === DEFAULT_HOST ? 'localhost' : host;
  const lines = [`Goldcrest is at ${scheme}://${here}:${port} (Ctrl-C stops it)`, `  Packs: ${packs.join(', ')}`];
  const reached = isOpen ? addresses : host === DEFAULT_HOST || host === 'localhost' ? [] : [host];
  if (reached.length === 0) {
    lines.push('  From a phone in the same network: npm start -- --host 0.0.0.0 --https');
    return lines;
  }
  for (const address of reached) lines.push(`  From a phone in the same network: ${scheme}://${address}:${port}`);
  lines.push(
    https
      ? '  The browser warns about the certificate, which was made on this machine: continue. For use without a network see docs/hosting.md.'
      : '  Without https a phone gives no microphone, no location and nothing offline: add --https.',
  );
  return lines;
}
