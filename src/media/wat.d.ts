/** The bytes of a WebAssembly module, made from its text by scripts/wat-plugin.ts. */
declare module '*.wat' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
