import { digits } from '../../lib/digits.ts';
import type { Figures } from './landing.ts';

/** Smaller figures are hidden: a new community is not measured. */
const SHOWN_FROM = 10;

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

/** The figures to show. Only plural forms: figures below ten are hidden. */
export const figureLines = (figures: Figures | null): FigureLine[] =>
  (Object.keys(words) as (keyof Figures)[])
    .map(name => ({ count: figures?.[name] ?? 0, what: words[name] }))
    .filter(({ count }) => count >= SHOWN_FROM)
    .map(({ count, what }) => ({ count: digits(count), what }));
