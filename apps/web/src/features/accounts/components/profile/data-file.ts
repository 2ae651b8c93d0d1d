import type { DownloadedData } from '@minga/contract/profile';
import { siteTimeZone } from '../../../../lib/time-zone.ts';

/** The file of one's data, named after the site's day: minga-mis-datos-2026-12-05.json. Indented: people open it, too. */
export function dataFile(data: DownloadedData, timeZone = siteTimeZone) {
  // Canada writes its days as ISO 8601 does.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(data.exportedAt));
  return {
    name: `minga-mis-datos-${day}.json`,
    content: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  };
}
