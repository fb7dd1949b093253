import type { Runtime } from './messages';

/** A file of the build; the revision is null where the name itself holds a hash of the content. */
export interface BuildFile {
  url: string;
  revision: string | null;
}

/** What a build is made of, by when it is kept. Paths are absolute within the origin, below where the app lies. */
export interface BuildFiles {
  /** Kept at install: without any of these the first screen does not open. */
  shell: BuildFile[];
  /** The runtimes' binaries, too large for the shell and the same over many versions of the app. */
  runtimes: Record<Runtime, string[]>;
  /** Path to versioned address of everything else: kept when first used, and before the app works offline. */
  parts: Map<string, string>;
  /**
   * Those of the parts that are kept only where they were used: tables of names, places by
   * name, the finer map, the engines of language models.
   */
  onUse: Set<string>;
}

/** Folders whose files are kept when they are first used. */
const WHEN_USED = ['taxonomy/names/', 'gazetteer/'];
const PACKS = 'packs/';
const BINARY = '.wasm';
/** Coastlines for a map that is zoomed in. */
const FINE_MAP = /^assets\/countries-50m-[^/]+\.json$/;
/** Compressed binaries have this suffix on the host. */
export const PACKED = /\.gz$/;
/** Megabytes that only a reader who chose a language model needs, and what only WebGPU needs. */
const ENGINE = /^assets\/((webllm|transformers|ort\.webgpu\.min)-|ort-wasm-simd-threaded\.asyncify-).+js$/;
/** onnxruntime-web calls the build that can suspend a call, which WebGPU needs, "asyncify". */
const WEBGPU_BINARY = /asyncify[^/]*\.wasm$/;
/** Stands for the revision of a file with a hash in its name that the first screen does not need; see vite.config.ts. */
export const LATER = 'later';

/** `base`: the path of the folder that the app lies in, `/` or `/a/b/`. */
export function sortBuildFiles(entries: readonly (string | BuildFile)[], base: string): BuildFiles {
  const files: BuildFiles = { shell: [], runtimes: { wasm: [], webgpu: [] }, parts: new Map(), onUse: new Set() };
  for (const entry of entries) {
    const { url, revision } = typeof entry === 'string' ? { url: entry, revision: null } : entry;
    if (url.startsWith(PACKS)) continue;
    const path = base + url;
    const isOnUse = ENGINE.test(url) || FINE_MAP.test(url) || WHEN_USED.some((folder) => url.startsWith(folder));
    if (WEBGPU_BINARY.test(path)) files.runtimes.webgpu.push(path);
    else if (path.endsWith(BINARY)) files.runtimes.wasm.push(path);
    else if (isOnUse || revision === LATER || url.startsWith(TABLES)) {
      files.parts.set(path, revision === null || revision === LATER ? path : `${path}?revision=${revision}`);
      if (isOnUse) files.onUse.add(path);
    } else files.shell.push({ url: path, revision });
  }
  return files;
}

/** The page reads these before there is a service worker: at install they would come a second time. */
const TABLES = 'taxonomy/';
