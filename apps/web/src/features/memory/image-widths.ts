/** The widths in which the server stores a picture that is at least as wide. */
const WIDTHS = [320, 640, 1280];

/** The widths of a picture's versions, of the address of its largest: `/imagenes/<id>/<width>.webp`. */
export function imageWidths(url: string): number[] {
  const width = Number(/(\d+)\.webp$/.exec(url)?.[1] ?? 0);
  return width === 0 ? [] : [...WIDTHS.filter(one => one < width), width];
}
