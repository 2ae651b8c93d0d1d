import { describeFault } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyReading, storeFailure, storeUnchanged } from './following/service.ts';
import { FETCHING, type Fetching, fetchCalendar, type Version } from './reading/fetcher.ts';
import { parseCalendar } from './reading/parser.ts';
import { type ClaimedCalendar, claimDue } from './repository.ts';

/** The number of calendars that one process reads at once. */
const AT_ONCE = 4;
/** The longest time of a reading. After it another process takes up what a killed one has left. */
const READING_MS = 75_000;
/** The age from which the whole file is read again although it has not changed, since the dates of rules come closer. */
const WHOLE_AFTER_MS = 20 * 60 * 60 * 1000;

/** Reads due calendars until none is left or `signal` aborts. Executes a single statement if none is due. */
export async function pollCalendars(
  platform: Platform,
  signal?: AbortSignal,
  fetching = FETCHING,
): Promise<void> {
  const { db, clock, log } = platform;
  while (signal?.aborted !== true) {
    const now = clock();
    const claimed = await claimDue(db, now, new Date(now.getTime() + READING_MS), AT_ONCE);
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map(calendar =>
        read(platform, calendar, { ...fetching, stop: signal }).catch(async error => {
          log.warn(
            { task: 'calendars', key: calendar.id, fault: describeFault(error) },
            'A calendar could not be stored',
          );
          await storeFailure(platform, calendar, NOT_STORED);
        }),
      ),
    );
  }
}

const NOT_STORED = 'No pudimos guardar las actividades del calendario. Volvemos a intentarlo más tarde';

async function read(platform: Platform, calendar: ClaimedCalendar, fetching: Fetching): Promise<void> {
  const { clock, settings } = platform;
  const fetched = await fetchCalendar(
    calendar.url,
    versionOf(calendar, clock()),
    settings.webhookHosts,
    fetching,
  );
  // Another process takes up what this one leaves.
  if (fetching.stop?.aborted === true) return;
  if (fetched.kind === 'failed') return storeFailure(platform, calendar, fetched.sentence);
  if (fetched.kind === 'unchanged') return storeUnchanged(platform, calendar);
  const reading = await parseCalendar(fetched.bytes, clock(), settings.timeZone);
  if (typeof reading === 'string') return storeFailure(platform, calendar, reading);
  await applyReading(platform, calendar, reading, fetched);
}

/** The version of the file for a conditional request, or none if the whole file is to be read. */
function versionOf({ appliedAt, canRemoveMost, etag, lastModified }: ClaimedCalendar, now: Date): Version {
  const isWhole = canRemoveMost || appliedAt === null || now.getTime() - appliedAt.getTime() > WHOLE_AFTER_MS;
  return isWhole ? { etag: null, lastModified: null } : { etag, lastModified };
}
