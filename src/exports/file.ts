/** A file that an export makes. */
export interface ExportFile {
  name: string;
  /** MIME type. */
  type: string;
  content: string | Uint8Array<ArrayBuffer>;
}
