/** WebKitGTK's MiniBrowser, driven by WebKitWebDriver with plain W3C calls, on a display of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import type { Engine } from './page.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
/** The key that W3C gives every element's reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const PATIENCE_MS = 30_000;

function miniBrowser(): string | undefined {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES).filter((name) => name.startsWith('webkit2gtk-')) : [];
  return folders.map((name) => join(LIBRARIES, name, 'MiniBrowser')).find((path) => existsSync(path));
}

/** A free port. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a display; it writes its number where it is told to. */
async function startDisplay(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((done, fail) => {
    child.stdio[3]?.once('data', (text: Buffer) => done(`:${text.toString().trim()}`));
    child.once('exit', () => fail(new Error('Xvfb ended')));
  });
  return { child, display };
}

export const webkit: Engine = {
  name: 'WebKitGTK',
  missing: () => [DRIVER, DISPLAY_SERVER].find((path) => !existsSync(path)) ?? (miniBrowser() ? null : 'MiniBrowser'),
  packages: ['webkit2gtk-driver', 'xvfb'],
  open: async () => {
    const { child, display } = await startDisplay();
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    const driver = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore', env });
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const request = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
      const { value } = (await response.json()) as { value: unknown };
      if (response.ok) return value;
      throw new Error(`WebKitWebDriver, ${method} ${path}: ${JSON.stringify(value)}`);
    };
    const until = Date.now() + PATIENCE_MS;
    while (!(await call('GET', '/status').catch(() => null))) {
      if (Date.now() > until) throw new Error('WebKitWebDriver did not start');
      await new Promise((done) => setTimeout(done, 200));
    }
    const browser = { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } };
    const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: browser } })) as {
      sessionId: string;
    };
    const session = `/session/${sessionId}`;
    return {
      goto: async (url) => void (await call('POST', `${session}/url`, { url })),
      reload: async () => void (await call('POST', `${session}/refresh`, {})),
      setFile: async (selector, text) => {
        const found = await call('POST', `${session}/element`, { using: 'css selector', value: selector });
        const element = (found as Record<string, string>)[ELEMENT];
        await call('POST', `${session}/element/${element}/value`, { text });
      },
      text: async (selector) => {
        const script = 'return document.querySelector(arguments[0])?.textContent ?? null';
        return (await call('POST', `${session}/execute/sync`, { script, args: [selector] })) as string | null;
      },
      close: async () => {
        await call('DELETE', session).catch(() => undefined);
        driver.kill();
        child.kill();
      },
    };
  },
};
