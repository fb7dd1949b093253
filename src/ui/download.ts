/** Hands a file to the reader. */
export function download(content: BlobPart, name: string, type = ''): void {
  const url = URL.createObjectURL(content instanceof Blob && type === '' ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
