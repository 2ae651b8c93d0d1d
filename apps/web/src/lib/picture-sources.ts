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
