const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

const format = new Intl.NumberFormat('es-CO', { maximumSignificantDigits: 3 });

/** '34,2 MB', with three significant digits. */
export function bytesText(bytes: number): string {
  let size = bytes / STEP;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${format.format(size)} ${UNITS[unit]}`;
}
