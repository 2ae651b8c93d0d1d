import type { Activity } from '@minga/contract/activities';
import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { weekendOf } from '@minga/contract/weekend';
import { localDay, localTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from '../../platform/site/site-text.ts';
import { countActiveAccounts } from '../accounts/managed/service.ts';
import { countPublicActivities, publicActivities } from '../activities/public/service.ts';
import { countAttendances } from '../attendance/own/service.ts';

/** Timeout of one part of the page's content, so that it does not delay the rest. */
const TIMEOUT_MS = 2_000;
/** Maximum age of a stale value. An older one may describe past or deleted activities. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * Returns a function that returns the value of `read`. On an error or a timeout it returns the last value, or null if that is too
 * old. A late value is stored for the next call.
 */
function staleOnError<T>(
  read: () => Promise<T>,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
): () => Promise<T | null> {
  let last: { value: T; at: number } | null = null;

  async function readAndStore(): Promise<T> {
    const value = await read();
    last = { value, at: clock().getTime() };
    return value;
  }

  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no response yet')), TIMEOUT_MS);
    });
    try {
      return await Promise.race([readAndStore(), timeout]);
    } catch (error) {
      log.warn({ err: error }, 'The landing page shows earlier values of the database');
      return last !== null && clock().getTime() - last.at < MAX_AGE_MS ? last.value : null;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The numbers of public activities, active accounts and attendances. */
interface Figures {
  readonly activities: number;
  readonly people: number;
  readonly attendances: number;
}

/** The figures are counted again after this time. */
const FRESH_MS = 5 * 60_000;

/** Creates a function that returns the site's cached figures. Stale figures are returned immediately and recounted in the background. */
function siteFigures(platform: Platform): () => Promise<Figures> {
  const { clock, log } = platform;
  let kept: { figures: Figures; countedAt: number } | null = null;
  let counting: Promise<Figures> | null = null;
  const count = () => {
    counting ??= countFigures(platform)
      .then(figures => {
        kept = { figures, countedAt: clock().getTime() };
        return figures;
      })
      .finally(() => {
        counting = null;
      });
    return counting;
  };

  return async () => {
    if (kept === null) return count();
    // The absolute value ensures that figures become stale even if the clock is set back.
    const isFresh = Math.abs(clock().getTime() - kept.countedAt) < FRESH_MS;
    if (!isFresh) {
      count().catch(error => log.warn({ err: error }, 'The figures could not be counted'));
    }
    return kept.figures;
  };
}

/** Counts the figures, which takes about 200 ms for a million attendances and 100,000 accounts. */
const countFigures = async (platform: Platform): Promise<Figures> => ({
  activities: await countPublicActivities(platform),
  people: await countActiveAccounts(platform),
  attendances: await countAttendances(platform),
});

/** Public activities to come, each series once. */
interface Upcoming {
  /** Those of this weekend. */
  readonly weekend: readonly Activity[];
  /** The next of the other days. */
  readonly others: readonly Activity[];
  /** The number of all. */
  readonly total: number;
}

/** The site's identity as the page shows it. */
interface LandingSite {
  readonly place: string;
  /** The place with its region and country, where they are known. */
  readonly address: string;
  readonly tagline: string;
  /** The year of the founding, or null if it is unknown. */
  readonly founded: string | null;
}

/** The year in which the site was founded, which is known of the default one only. */
export const foundedIn = ({ name }: Pick<Site, 'name'>): string | null =>
  name === DEFAULT_SITE.name ? '2024' : null;

/** The variable content of the landing page. */
export interface Landing {
  /** The present, by which the page chooses its words for days. */
  readonly now: Date;
  readonly site: LandingSite;
  /** The figures, or null if they are unavailable. */
  readonly figures: Figures | null;
  /** Null if unavailable. */
  readonly upcoming: Upcoming | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly apkUrl: string | null;
  readonly sourceUrl: string | null;
}

/** The number of activities on the page. */
const ROWS = 4;

/** Creates a function that reads the landing page's content. If the database is slow or fails, parts are stale or null. */
export function landingReader(platform: Platform): () => Promise<Landing> {
  const { settings, clock, site } = platform;
  const { contactEmail, contactPhone, apkUrl, sourceUrl } = settings;
  const readFigures = staleOnError(siteFigures(platform), platform);
  const readUpcoming = staleOnError(() => nextActivities(platform), platform);

  return async () => {
    const [figures, upcoming] = await Promise.all([readFigures(), readUpcoming()]);
    const { place, tagline, ...named } = site.current();
    const identity = { place, tagline, address: addressOf({ place }), founded: foundedIn(named) };
    return { now: clock(), site: identity, figures, upcoming, contactEmail, contactPhone, apkUrl, sourceUrl };
  };
}

async function nextActivities(platform: Platform): Promise<Upcoming> {
  const { clock, settings } = platform;
  const search = { q: '', place: '', when: 'proximas', promotedOnly: false } as const;
  const paging = { limit: ROWS, offset: 0, series: 'next' } as const;
  const { first, last } = weekendOf(localTime(clock(), settings.timeZone).slice(0, 10));
  const from = localDay(first, settings.timeZone).start;
  const until = localDay(last, settings.timeZone).end;
  const [ofWeekend, next] = await Promise.all([
    publicActivities(platform, { ...search, from, until }, paging),
    publicActivities(platform, search, paging),
  ]);
  const weekend = ofWeekend.rows.map(({ activity }) => activity);
  const shown = new Set(weekend.map(subjectOf));
  const others = next.rows
    .map(({ activity }) => activity)
    .filter(activity => !shown.has(subjectOf(activity)));
  return { weekend, others: others.slice(0, ROWS - weekend.length), total: next.total };
}

/** The series of an activity, or the activity itself. */
const subjectOf = ({ _id, series }: Activity): string => series?._id ?? _id;
