import { digits } from '../../lib/digits.ts';
import type { Figures } from './landing.ts';

/** A community that begins is not measured: smaller figures stay unsaid. */
const TOLD_FROM = 10;

export interface FigureLine {
  /** '1.204' */
  readonly count: string;
  /** 'actividades publicadas' */
  readonly what: string;
}

const words: Record<keyof Figures, string> = {
  activities: 'actividades publicadas',
  people: 'personas con cuenta',
  attendances: 'asistencias confirmadas',
};

/** What is worth telling of the figures. Plural forms alone: nothing below ten is told. */
export const figureLines = (figures: Figures | null): FigureLine[] =>
  (Object.keys(words) as (keyof Figures)[])
    .map(name => ({ count: figures?.[name] ?? 0, what: words[name] }))
    .filter(({ count }) => count >= TOLD_FROM)
    .map(({ count, what }) => ({ count: digits(count), what }));
