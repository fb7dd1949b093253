/** Lets a module import the bytes of a WebAssembly text file: `import kernel from './kernel.wat'`. */
import { readFileSync } from 'node:fs';
import loadWabt from 'wabt';
import type { Plugin } from 'vite';

export function wat(): Plugin {
  return {
    name: 'wat',
    async load(id) {
      if (!id.endsWith('.wat')) return null;
      const wabt = await loadWabt();
      const { buffer } = wabt.parseWat(id, readFileSync(id, 'utf8'), { simd: true }).toBinary({});
      const text = Buffer.from(buffer).toString('base64');
      return `export default Uint8Array.from(atob('${text}'), (character) => character.charCodeAt(0));`;
    },
  };
}
