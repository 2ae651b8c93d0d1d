/** Long enough for a slow browser to start reading the file. */
const REVOKE_DELAY_MS = 60_000;

/** Downloads a file whose content was created in the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

/**
 * The `srcset` of a picture. `image` is the URL of the largest version; a version's URL differs from it
 * in the last segment alone, `<width>.<format>`.
 */
export function pictureSources(
  image: string,
  widths: readonly number[],
  format: 'webp' | 'avif' = 'webp',
): string {
  const folder = image.slice(0, image.lastIndexOf('/'));
  return widths.map(width => `${folder}/${width}.${format} ${width}w`).join(', ');
}
