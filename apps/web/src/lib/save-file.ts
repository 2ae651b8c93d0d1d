/** Long enough for the slowest browser to have begun to read it. */
const KEPT_MS = 60_000;

/** Hands the person a file that was made here, as a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
