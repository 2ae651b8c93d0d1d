import { localMinute, zoneName } from './dates.ts';
import { siteTimeZone } from './time-zone.ts';

/** 'hora de Colombia' where the clocks of this browser differ from the site's at that moment; else empty, also on the server. */
export function siteZoneName(moment: string | Date, browserZone = browserTimeZone()): string {
  if (browserZone === undefined || Number.isNaN(new Date(moment).getTime())) return '';
  const isSame = localMinute(moment, browserZone) === localMinute(moment, siteTimeZone);
  return isSame ? '' : zoneName(moment, siteTimeZone);
}

function browserTimeZone(): string | undefined {
  return typeof document === 'undefined' ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
