import type { Activity } from '@minga/contract/activities';

/** What the server tells the landing page beside the page's own words. */
export interface Landing {
  readonly year: number;
  /** Null: not known now. */
  readonly figures: Figures | null;
  /** The next public activities and how many there are in all; null: not known now. */
  readonly upcoming: Upcoming | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** Where the Android package is; null: the browser installs the web app. */
  readonly apkUrl: string | null;
}

/** Counts of public activities, of accounts and of attendances. */
export interface Figures {
  readonly activities: number;
  readonly people: number;
  readonly attendances: number;
}

export interface Upcoming {
  readonly rows: readonly Activity[];
  readonly total: number;
}
