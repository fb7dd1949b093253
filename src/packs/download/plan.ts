import type { PackFile } from '../pack-file';
import { wrongPart, type WrongBytes } from '../proof';
import { installProblem, type InstallCode, type InstallProblem } from './errors';

/** What to do next about one file, and why it was given up: a state machine without clock, network or store. */
export interface Plan {
  file: PackFile;
  /** Addresses of the same bytes, best first. */
  mirrors: readonly string[];
  mirror: number;
  /** Attempts at this mirror since it last sent anything; one that was answered and then cut counts for less. */
  fruitless: number;
  /** What went wrong at each mirror that was left. */
  left: readonly { host: string; problem: InstallProblem }[];
  next: Step;
}

export type Step =
  /** Request this address, after a pause; `restart`: discard the stored bytes first. */
  | { do: 'request'; address: string; pauseMs: number; restart: boolean }
  /** `discard`: the stored bytes came from a bad file and are useless. */
  | { do: 'give_up'; problem: InstallProblem; discard: boolean };

/** How one request ended. */
export type Outcome =
  /** The connection broke, ended early or fell silent. */
  | { kind: 'cut'; gained: boolean; answered: boolean }
  | { kind: 'busy'; status: number; retryAfterMs: number | null }
  /** A response that will not change with another attempt. */
  | { kind: 'refused'; status: number }
  | { kind: 'web_page'; redirected: boolean }
  /** The server ended the file before its pinned length, or says that it has another. */
  | { kind: 'wrong_length'; bytes: number | null }
  | { kind: 'too_long' }
  /** The server sent another part of the file than was requested. */
  | { kind: 'wrong_range' }
  /** The bytes before them are verified and stay. */
  | { kind: 'wrong_bytes'; wrong: WrongBytes };

/**
 * What an attempt counts for when the server answered correctly and the connection broke before a byte could be kept. A reset
 * overtakes bytes that are on their way, so such a server is there and will get through: it has four times the tries.
 */
const ANSWERED = 0.25;

/** Chosen: five minutes without a connection are worth waiting for, an hour is not. */
export const PATIENCE = { tries: 5, firstPauseMs: 1000, longestPauseMs: 30_000, longestWaitMs: 300_000 } as const;
export type Patience = { readonly [Key in keyof typeof PATIENCE]: number };

export function beginPlan(file: PackFile, mirrors: readonly string[]): Plan {
  const plan = { file, mirrors, mirror: 0, fruitless: 0, left: [] };
  if (mirrors.length > 0) return { ...plan, next: request(plan, 0, false) };
  return { ...plan, next: { do: 'give_up', problem: noAddress(file), discard: false } };
}

export function afterOutcome(plan: Plan, outcome: Outcome, patience: Patience = PATIENCE): Plan {
  switch (outcome.kind) {
    case 'cut':
      return again(plan, fruitlessAfter(plan, outcome), null, problemOf(plan, outcome), patience);
    case 'busy': {
      const wait = outcome.retryAfterMs;
      const tooLong = wait !== null && wait > patience.longestWaitMs;
      const tries = tooLong ? patience.tries : plan.fruitless + 1;
      return again(plan, tries, wait, problemOf(plan, outcome), patience);
    }
    case 'wrong_range':
      return plan.fruitless < 1
        ? { ...plan, fruitless: 1, next: request(plan, 0, true) }
        : nextMirror(plan, problemOf(plan, outcome), true);
    case 'refused':
    case 'web_page':
    case 'wrong_bytes':
      return nextMirror(plan, problemOf(plan, outcome), false);
    case 'wrong_length':
    case 'too_long':
      return nextMirror(plan, problemOf(plan, outcome), true);
  }
}

/** Only attempts without progress count. */
function fruitlessAfter({ fruitless }: Plan, { gained, answered }: { gained: boolean; answered: boolean }): number {
  return gained ? 0 : fruitless + (answered ? ANSWERED : 1);
}

/** The same mirror after a pause, or the next one after too many tries. */
function again(
  plan: Plan,
  fruitless: number,
  waitMs: number | null,
  problem: InstallProblem,
  patience: Patience,
): Plan {
  if (fruitless >= patience.tries) return nextMirror(plan, problem, false);
  const backOff = Math.min(patience.longestPauseMs, patience.firstPauseMs * 2 ** Math.max(0, fruitless - 1));
  return { ...plan, fruitless, next: request(plan, waitMs ?? backOff, false) };
}

function nextMirror(plan: Plan, problem: InstallProblem, restart: boolean): Plan {
  const left = [...plan.left, { host: hostOf(plan), problem }];
  const mirror = plan.mirror + 1;
  const moved = { ...plan, left, mirror, fruitless: 0 };
  if (mirror < plan.mirrors.length) return { ...moved, next: request(moved, 0, restart) };
  return { ...moved, next: { do: 'give_up', problem: sumUp(plan.file, left), discard: restart } };
}

function request(plan: Pick<Plan, 'mirrors' | 'mirror'>, pauseMs: number, restart: boolean): Step {
  return { do: 'request', address: plan.mirrors[plan.mirror]!, pauseMs, restart };
}

/** One mirror's problem as it is; of several, each with its name. */
function sumUp(file: PackFile, left: Plan['left']): InstallProblem {
  const last = left.at(-1)!.problem;
  if (left.length === 1) return last;
  const each = left.map(({ host, problem }) => `${host}: ${problem.message}`).join(' ');
  return installProblem(
    last.code,
    `${file.path} could not be downloaded from any of ${left.length} addresses. ${each}`,
    file.path,
  );
}

function problemOf({ file, mirrors, mirror }: Plan, outcome: Outcome): InstallProblem {
  const { path, bytes } = file;
  const say = (code: InstallCode, message: string): InstallProblem => installProblem(code, message, path);
  switch (outcome.kind) {
    case 'cut':
      return say(
        'unreachable',
        `${path} could not be downloaded. What has arrived is kept; continue when the network is back.`,
      );
    case 'busy':
      return say('busy', `The server is too busy to send ${path} now (${outcome.status}). Try again later.`);
    case 'refused':
      return outcome.status === 404
        ? say('file_missing', `${path} is not at its address (404).`)
        : say('file_missing', `The address of ${path} no longer works: the server answered ${outcome.status}.`);
    case 'web_page':
      return outcome.redirected
        ? say('web_page', `The network sent a login page instead of ${path}. Sign in to it, then continue.`)
        : say(
            'web_page',
            `The server sent a web page instead of ${path}. Check the connection (a login page?), then continue.`,
          );
    case 'wrong_length': {
      const got = outcome.bytes === null ? 'it is shorter there' : `got ${outcome.bytes}`;
      return say('wrong_length', `${path} has the wrong length: expected ${bytes} bytes, ${got}.`);
    }
    case 'too_long':
      return say('too_long', `${path} is longer than its ${bytes} bytes, so it is not the right file.`);
    case 'wrong_range':
      return say('wrong_length', `${new URL(mirrors[mirror]!).host} sent another part of ${path} than was requested.`);
    case 'wrong_bytes': {
      const { expected, sha256, zeros } = outcome.wrong;
      const what = wrongPart(file, outcome.wrong);
      return zeros
        ? say('zero_filled', `${what} contained nothing but zeros and was deleted.`)
        : say('damaged', `${what} is not the right data and was deleted: expected sha256 ${expected}, got ${sha256}.`);
    }
  }
}

function noAddress({ path }: PackFile): InstallProblem {
  const message = `${path} has no address to fetch it from. Add the pack from a folder or a file instead.`;
  return installProblem('no_address', message, path);
}

function hostOf({ mirrors, mirror }: Plan): string {
  return new URL(mirrors[mirror]!).host;
}
