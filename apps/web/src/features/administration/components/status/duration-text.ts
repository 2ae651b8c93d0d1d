const MINUTE_MS = 60_000;

const unit = (name: 'second' | 'minute') =>
  new Intl.NumberFormat('es-CO', { style: 'unit', unit: name, unitDisplay: 'long' });
const [seconds, minutes] = [unit('second'), unit('minute')];

/** '42 segundos', '3 minutos', rounded up. */
export function durationText(milliseconds: number): string {
  if (milliseconds > MINUTE_MS) return minutes.format(Math.ceil(milliseconds / MINUTE_MS));
  return seconds.format(Math.max(1, Math.ceil(milliseconds / 1000)));
}
