import type { Activity } from '@minga/contract/activities';

/** The data that the server gives the landing page. */
export interface Landing {
  readonly year: number;
  /** Null when unavailable. */
  readonly figures: Figures | null;
  /** The next public activities and the number of all, which the catalogue's search counts; null when unavailable. */
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

export interface Upcoming {
  readonly rows: readonly Activity[];
  readonly total: number;
}
