/** Downloads a file. */
export function download(content: BlobPart, name: string, type = ''): void {
  const url = URL.createObjectURL(content instanceof Blob && type === '' ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser keeps reading after the click; an hour is more than any file takes.
  setTimeout(() => URL.revokeObjectURL(url), 3_600_000);
}
