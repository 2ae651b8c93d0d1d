import type { Activity } from '@minga/contract/activities';
import { localTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { staleOnError } from '../../platform/stale-on-error.ts';
import { publicActivities } from '../activities/public/service.ts';
import { type Figures, siteFigures } from './landing-figures.ts';

/** The variable content of the landing page. */
export interface Landing {
  /** The current one, on the site's calendar. */
  readonly year: number;
  /** Null if unavailable. */
  readonly figures: Figures | null;
  /** The next public activities and their total, each series once, as in the catalogue; null if unavailable. */
  readonly upcoming: { readonly rows: readonly Activity[]; readonly total: number } | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly apkUrl: string | null;
  readonly sourceUrl: string | null;
}

const CARDS = 4;

/** Reads the landing page's content. What the database does not return in time is the last known, or null. */
export function landingReader(platform: Platform): () => Promise<Landing> {
  const { settings, clock } = platform;
  const { contactEmail, contactPhone, apkUrl, sourceUrl } = settings;
  const readFigures = staleOnError(siteFigures(platform), platform);
  const readUpcoming = staleOnError(() => nextActivities(platform), platform);

  return async () => {
    const [figures, upcoming] = await Promise.all([readFigures(), readUpcoming()]);
    const year = Number(localTime(clock(), settings.timeZone).slice(0, 4));
    return { year, figures, upcoming, contactEmail, contactPhone, apkUrl, sourceUrl };
  };
}

async function nextActivities(platform: Platform): Promise<NonNullable<Landing['upcoming']>> {
  const search = { q: '', place: '', when: 'proximas', promotedOnly: false } as const;
  const { rows, total } = await publicActivities(platform, search, {
    limit: CARDS,
    offset: 0,
    series: 'next',
  });
  return { rows: rows.map(({ activity }) => activity), total };
}
