/**
 * The built app in a browser that nobody watches, for benches of speed and memory. What drives a browser for tests listens to
 * its network, and the browser then keeps every answer in the page's memory, in base64: the runtime's 14 MB count for 18
 * more, a model of 8 for 11. Here the browser is told by its pipe to evaluate expressions, and nothing else is switched on.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHROMIUM_FLAGS } from './browser.ts';
import { EVALUATION } from './build.ts';
import { servePack } from './headless.ts';
import { ensureBrowser } from './install-browser.ts';
import { UserError } from './run.ts';
import type { Readable, Writable } from 'node:stream';

/** Generous: the first page of a new profile takes seconds on loaded cores. */
const START_MS = 60_000;
const POLL_MS = 50;

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}
interface Message {
  id: number;
  result?: unknown;
  error?: { message: string };
}

/** The DevTools protocol over the browser's pipe: JSON, each message ended by a zero byte. */
class Pipe {
  #last = 0;
  #rest = '';
  #waiting = new Map<number, Waiting>();
  #out: Writable;

  constructor(browser: ChildProcess) {
    this.#out = browser.stdio[3] as Writable;
    const input = browser.stdio[4] as Readable;
    input.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    browser.once('exit', () => this.#end());
  }

  /** @param sessionId of a page; the browser's own without it */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(text: string) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as Message;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    }
  }

  #end() {
    for (const { reject } of this.#waiting.values()) reject(new Error('the browser has ended'));
    this.#waiting.clear();
  }
}

interface Evaluated {
  result: { value?: unknown; objectId?: string };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** One page, of which nothing is known but what it is asked. */
class Tab {
  #pipe;
  #session;
  #target;

  constructor(pipe: Pipe, target: string, session: string) {
    this.#pipe = pipe;
    this.#target = target;
    this.#session = session;
  }

  static async open(pipe: Pipe, address: string) {
    const made = await pipe.send('Target.createTarget', { url: address });
    const { targetId } = made as { targetId: string };
    const attached = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
    const { sessionId } = attached as { sessionId: string };
    return new Tab(pipe, targetId, sessionId);
  }

  /** Calls a function in the page with values that JSON can carry, and gives what it gives. */
  async evaluate<A extends unknown[], R>(callee: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const expression = `(${String(callee)})(${args.map((value) => JSON.stringify(value)).join(', ')})`;
    const { result, exceptionDetails: thrown } = await this.#run(expression, true);
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value as Awaited<R>;
  }

  /**
   * Waits until a function in the page gives something true. A page that is still being opened cannot be asked yet.
   */
  async until(condition: () => unknown) {
    const end = Date.now() + START_MS;
    while (!(await this.evaluate(condition).catch(() => false))) {
      if (Date.now() > end) throw new Error(`the page never came to ${String(condition)}`);
      await wait(POLL_MS);
    }
  }

  /** @param selector of an input for files */
  async setFiles(selector: string, files: string[]) {
    const { result } = await this.#run(`document.querySelector(${JSON.stringify(selector)})`, false);
    await this.#pipe.send('DOM.setFileInputFiles', { files, objectId: result.objectId }, this.#session);
  }

  async close() {
    await this.#pipe.send('Target.closeTarget', { targetId: this.#target });
  }

  /** @param byValue what comes of it, once it is there; else a handle to it */
  async #run(expression: string, byValue: boolean) {
    const request = { expression, awaitPromise: byValue, returnByValue: byValue };
    return (await this.#pipe.send('Runtime.evaluate', request, this.#session)) as Evaluated;
  }
}

/** Opens the evaluation's page with a pack. */
export async function openUndriven(pack: { name: string; folder: string | null }) {
  const { server, names } = await servePack(pack, { root: EVALUATION });
  const profile = mkdtempSync(join(tmpdir(), 'goldcrest-browser-'));
  const flags = [...CHROMIUM_FLAGS, '--headless', '--no-first-run', '--remote-debugging-pipe'];
  const browser = spawn(await ensureBrowser(), [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  const pipe = new Pipe(browser);
  const close = async () => {
    await pipe.send('Browser.close').catch(() => undefined);
    await gone;
    await server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const open = (path: string) => Tab.open(pipe, `${server.origin}${path}`);
  try {
    const tab = await open('/headless.html');
    await tab.until(() => 'goldcrest' in globalThis);
    const problem = await tab.evaluate((name) => globalThis.goldcrest.open(name), names);
    if (problem) throw new UserError(problem.message);
    return { tab, open, close, pages: () => pageProcesses(pipe) };
  } catch (error) {
    await close();
    throw error;
  }
}

export type UndrivenBrowser = Awaited<ReturnType<typeof openUndriven>>;

/** The numbers of the processes that hold pages. */
async function pageProcesses(pipe: Pipe): Promise<number[]> {
  const told = await pipe.send('SystemInfo.getProcessInfo');
  const { processInfo } = told as { processInfo: { type: string; id: number }[] };
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
