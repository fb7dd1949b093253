import type { Runtime } from './messages';

/** A file of the build; the revision is null where the name itself holds a hash of the content. */
export interface BuildFile {
  url: string;
  revision: string | null;
}

/** What a build is made of, by when it is kept. Paths are absolute within the origin, below where the app lies. */
export interface BuildFiles {
  /** Kept at install: without any of these the app does not open. */
  shell: BuildFile[];
  /** The runtimes' binaries, too large for the shell and the same over many versions of the app. */
  runtimes: Record<Runtime, string[]>;
  /**
   * Kept when first used: one table of common names a language, the places by name, the finer map, the engines of language
   * models. Path to versioned address.
   */
  names: Map<string, string>;
}

/** Folders whose files are kept when they are first used. */
const WHEN_USED = ['taxonomy/names/', 'gazetteer/'];
const PACKS = 'packs/';
const BINARY = '.wasm';
/** Megabytes that only a reader who chose a language model needs. */
const ENGINE = /^assets\/(webllm|transformers)-[^/]+\.js$/;
/** Coastlines for a map that is zoomed in. */
const FINE_MAP = /^assets\/countries-50m-[^/]+\.json$/;
/** onnxruntime-web calls the build that can suspend a call, which WebGPU needs, "asyncify". */
const WEBGPU_BINARY = /asyncify[^/]*\.wasm$/;

/** `base`: the path of the folder that the app lies in, `/` or `/a/b/`. */
export function sortBuildFiles(entries: readonly (string | BuildFile)[], base: string): BuildFiles {
  const files: BuildFiles = { shell: [], runtimes: { wasm: [], webgpu: [] }, names: new Map() };
  for (const entry of entries) {
    const { url, revision } = typeof entry === 'string' ? { url: entry, revision: null } : entry;
    if (url.startsWith(PACKS)) continue;
    const path = base + url;
    if (WEBGPU_BINARY.test(path)) files.runtimes.webgpu.push(path);
    else if (path.endsWith(BINARY)) files.runtimes.wasm.push(path);
    else if (ENGINE.test(url) || FINE_MAP.test(url)) files.names.set(path, path);
    else if (WHEN_USED.some((folder) => url.startsWith(folder)))
      files.names.set(path, revision === null ? path : `${path}?revision=${revision}`);
    else files.shell.push({ url: path, revision });
  }
  return files;
}
