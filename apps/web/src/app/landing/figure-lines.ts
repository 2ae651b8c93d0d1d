import { digits } from '../../lib/digits.ts';
import type { Figures } from './landing.ts';

/** Smaller figures are hidden: a new community is not measured. */
const SHOWN_FROM = 10;

export interface FigureLine {
  /** '1.204' */
  readonly count: string;
  /** 'personas con cuenta' */
  readonly what: string;
}

const words: Record<keyof Figures, string> = {
  // Past ones and each date of a series too, unlike the lists.
  activities: 'actividades en total',
  people: 'personas con cuenta',
  attendances: 'asistencias confirmadas',
};

/** The figures to show. Only plural forms: figures below ten are hidden. */
export const figureLines = (figures: Figures | null): FigureLine[] =>
  (Object.keys(words) as (keyof Figures)[])
    .map(name => ({ count: figures?.[name] ?? 0, what: words[name] }))
    .filter(({ count }) => count >= SHOWN_FROM)
    .map(({ count, what }) => ({ count: digits(count), what }));
