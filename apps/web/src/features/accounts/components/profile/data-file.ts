import type { DownloadedData } from '@minga/contract/profile';
import { siteTimeZone } from '../../../../lib/time-zone.ts';

/**
 * The user's data as a JSON file, named by the date in the site's time zone: minga-mis-datos-2026-12-05.json. Indented
 * because users open it in a text editor.
 */
export function dataFile(data: DownloadedData, timeZone = siteTimeZone) {
  // The en-CA locale formats dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(data.exportedAt));
  return {
    name: `minga-mis-datos-${day}.json`,
    content: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  };
}
