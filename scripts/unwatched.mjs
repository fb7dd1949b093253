/**
 * The built app in a browser that nobody watches, for benches of speed and memory. What drives a browser for tests listens to
 * its network, and the browser then keeps every answer in the page's memory, in base64: the runtime's 14 MB count for 18
 * more, a model of 8 for 11. Here the browser is told by its pipe to evaluate expressions, and nothing else is switched on.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHROMIUM_FLAGS } from './browser.mjs';
import { servePack } from './headless.mjs';
import { ensureBrowser } from './install-browser.mjs';
import { UserError } from './run.mjs';

/** Generous: the first page of a new profile takes seconds on loaded cores. */
const START_MS = 60_000;
const POLL_MS = 50;

/** @typedef {{ resolve: (result: unknown) => void, reject: (error: Error) => void }} Waiting */
/** @typedef {{ id: number, result?: unknown, error?: { message: string } }} Message */

/** The DevTools protocol over the browser's pipe: JSON, each message ended by a zero byte. */
class Pipe {
  #last = 0;
  #rest = '';
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {import('node:stream').Writable} */
  #out;

  /** @param {import('node:child_process').ChildProcess} browser */
  constructor(browser) {
    this.#out = /** @type {import('node:stream').Writable} */ (browser.stdio[3]);
    const input = /** @type {import('node:stream').Readable} */ (browser.stdio[4]);
    input.setEncoding('utf8').on('data', (/** @type {string} */ text) => this.#read(text));
    browser.once('exit', () => this.#end());
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId] of a page; the browser's own without it
   * @returns {Promise<unknown>}
   */
  send(method, params = {}, sessionId) {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** @param {string} text */
  #read(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = /** @type {Message} */ (JSON.parse(message));
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

/**
 * @typedef {object} Evaluated
 * @property {{ value?: unknown, objectId?: string }} result
 * @property {{ text: string, exception?: { description?: string } }} [exceptionDetails]
 */

/** One page, of which nothing is known but what it is asked. */
class Tab {
  #pipe;
  #session;
  #target;

  /**
   * @param {Pipe} pipe
   * @param {string} target
   * @param {string} session
   */
  constructor(pipe, target, session) {
    this.#pipe = pipe;
    this.#target = target;
    this.#session = session;
  }

  /**
   * @param {Pipe} pipe
   * @param {string} address
   */
  static async open(pipe, address) {
    const made = await pipe.send('Target.createTarget', { url: address });
    const { targetId } = /** @type {{ targetId: string }} */ (made);
    const attached = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
    const { sessionId } = /** @type {{ sessionId: string }} */ (attached);
    return new Tab(pipe, targetId, sessionId);
  }

  /**
   * Calls a function in the page with values that JSON can carry, and gives what it gives.
   * @template {unknown[]} A
   * @template R
   * @param {(...args: A) => R} callee
   * @param {A} args
   * @returns {Promise<Awaited<R>>}
   */
  async evaluate(callee, ...args) {
    const expression = `(${String(callee)})(${args.map((value) => JSON.stringify(value)).join(', ')})`;
    const { result, exceptionDetails: thrown } = await this.#run(expression, true);
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return /** @type {Awaited<R>} */ (result.value);
  }

  /**
   * Waits until a function in the page gives something true. A page that is still being opened cannot be asked yet.
   * @param {() => unknown} condition
   */
  async until(condition) {
    const end = Date.now() + START_MS;
    while (!(await this.evaluate(condition).catch(() => false))) {
      if (Date.now() > end) throw new Error(`the page never came to ${String(condition)}`);
      await wait(POLL_MS);
    }
  }

  /**
   * @param {string} selector of an input for files
   * @param {string[]} files
   */
  async setFiles(selector, files) {
    const { result } = await this.#run(`document.querySelector(${JSON.stringify(selector)})`, false);
    await this.#pipe.send('DOM.setFileInputFiles', { files, objectId: result.objectId }, this.#session);
  }

  async close() {
    await this.#pipe.send('Target.closeTarget', { targetId: this.#target });
  }

  /**
   * @param {string} expression
   * @param {boolean} byValue what comes of it, once it is there; else a handle to it
   */
  async #run(expression, byValue) {
    const request = { expression, awaitPromise: byValue, returnByValue: byValue };
    return /** @type {Evaluated} */ (await this.#pipe.send('Runtime.evaluate', request, this.#session));
  }
}

/**
 * Opens the app with a pack, without a screen.
 * @param {{ name: string, folder: string | null }} pack
 */
export async function openUnwatched(pack) {
  const { server, names } = await servePack(pack);
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
  /** @param {string} path */
  const open = (path) => Tab.open(pipe, `${server.origin}${path}`);
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

/** @typedef {Awaited<ReturnType<typeof openUnwatched>>} Unwatched */

/**
 * The numbers of the processes that hold pages.
 * @param {Pipe} pipe
 * @returns {Promise<number[]>}
 */
async function pageProcesses(pipe) {
  const told = await pipe.send('SystemInfo.getProcessInfo');
  const { processInfo } = /** @type {{ processInfo: { type: string, id: number }[] }} */ (told);
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
