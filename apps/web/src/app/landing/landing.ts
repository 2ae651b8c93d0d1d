import type { Activity } from '@minga/contract/activities';
import { digits } from '../../lib/digits.ts';

/** The site's identity as the page shows it. */
export interface LandingSite {
  readonly place: string;
  /** The place with its region and country, where they are known. */
  readonly address: string;
  /** Empty if the site shows none. */
  readonly tagline: string;
  /** The year of its founding, if it is known. */
  readonly founded: string | null;
}

/** The data that the server gives the landing page. */
export interface Landing {
  /** The present, by which the page chooses its words for days. */
  readonly now: Date;
  readonly site: LandingSite;
  /** Null when unavailable. */
  readonly figures: Figures | null;
  /** Null when unavailable. */
  readonly upcoming: Upcoming | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** Address of the Android package; null: the browser installs the web app. */
  readonly apkUrl: string | null;
  /** Where the source code of this site is (AGPL, section 13); null: not told. */
  readonly sourceUrl: string | null;
}

/** Numbers of public activities, accounts and attendances. */
export interface Figures {
  readonly activities: number;
  readonly people: number;
  readonly attendances: number;
}

/** Public activities to come, each series once. */
export interface Upcoming {
  /** Those of this weekend. */
  readonly weekend: readonly Activity[];
  /** The next of the other days. */
  readonly others: readonly Activity[];
  /** The number of all, which the catalogue's search counts. */
  readonly total: number;
}

/** Smaller figures are hidden: a new community is not measured. */
const SHOWN_FROM = 10;

interface FigureLine {
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
