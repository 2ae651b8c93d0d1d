import { Temporal } from 'temporal-polyfill';

/** Names of Windows zones of the Americas and Europe, and of the other zones that Outlook offers first (CLDR, windowsZones.xml, territory 001). */
const WINDOWS: Readonly<Record<string, string>> = {
  'sa pacific standard time': 'America/Bogota',
  'sa western standard time': 'America/La_Paz',
  'sa eastern standard time': 'America/Cayenne',
  'pacific sa standard time': 'America/Santiago',
  'venezuela standard time': 'America/Caracas',
  'central america standard time': 'America/Guatemala',
  'central standard time (mexico)': 'America/Mexico_City',
  'mountain standard time (mexico)': 'America/Mazatlan',
  'pacific standard time (mexico)': 'America/Tijuana',
  'eastern standard time (mexico)': 'America/Cancun',
  'eastern standard time': 'America/New_York',
  'us eastern standard time': 'America/Indianapolis',
  'central standard time': 'America/Chicago',
  'canada central standard time': 'America/Regina',
  'mountain standard time': 'America/Denver',
  'us mountain standard time': 'America/Phoenix',
  'pacific standard time': 'America/Los_Angeles',
  'alaskan standard time': 'America/Anchorage',
  'hawaiian standard time': 'Pacific/Honolulu',
  'atlantic standard time': 'America/Halifax',
  'newfoundland standard time': 'America/St_Johns',
  'haiti standard time': 'America/Port-au-Prince',
  'cuba standard time': 'America/Havana',
  'paraguay standard time': 'America/Asuncion',
  'montevideo standard time': 'America/Montevideo',
  'argentina standard time': 'America/Buenos_Aires',
  'e. south america standard time': 'America/Sao_Paulo',
  'central brazilian standard time': 'America/Cuiaba',
  'bahia standard time': 'America/Bahia',
  'tocantins standard time': 'America/Araguaina',
  'easter island standard time': 'Pacific/Easter',
  'greenwich standard time': 'Atlantic/Reykjavik',
  'gmt standard time': 'Europe/London',
  'romance standard time': 'Europe/Paris',
  'w. europe standard time': 'Europe/Berlin',
  'central europe standard time': 'Europe/Budapest',
  'central european standard time': 'Europe/Warsaw',
  'gtb standard time': 'Europe/Bucharest',
  'e. europe standard time': 'Europe/Chisinau',
  'fle standard time': 'Europe/Kiev',
  'turkey standard time': 'Europe/Istanbul',
  'russian standard time': 'Europe/Moscow',
  'israel standard time': 'Asia/Jerusalem',
  'egypt standard time': 'Africa/Cairo',
  'south africa standard time': 'Africa/Johannesburg',
  'w. central africa standard time': 'Africa/Lagos',
  'e. africa standard time': 'Africa/Nairobi',
  'morocco standard time': 'Africa/Casablanca',
  'arabian standard time': 'Asia/Dubai',
  'india standard time': 'Asia/Calcutta',
  'china standard time': 'Asia/Shanghai',
  'tokyo standard time': 'Asia/Tokyo',
  'singapore standard time': 'Asia/Singapore',
  'aus eastern standard time': 'Australia/Sydney',
  'new zealand standard time': 'Pacific/Auckland',
  utc: 'UTC',
  'coordinated universal time': 'UTC',
  gmt: 'UTC',
  'greenwich mean time': 'UTC',
};

/** Outlook's descriptions of zones, such as '(UTC-05:00) Bogota, Lima, Quito'. */
const OUTLOOK_NAMES: Readonly<Record<string, string>> = {
  'bogota, lima, quito': 'sa pacific standard time',
  'bogota, lima, quito, rio branco': 'sa pacific standard time',
  'eastern time (us & canada)': 'eastern standard time',
  'central time (us & canada)': 'central standard time',
  'mountain time (us & canada)': 'mountain standard time',
  'pacific time (us & canada)': 'pacific standard time',
  'brussels, copenhagen, madrid, paris': 'romance standard time',
  'amsterdam, berlin, bern, rome, stockholm, vienna': 'w. europe standard time',
};

const known = new Map<string, string | null>();

/** The IANA zone of a TZID: itself, the end of a path such as '/mozilla.org/20050126_1/America/Bogota', or that of a Windows name; else null. */
export function zoneOf(tzid: string): string | null {
  const cached = known.get(tzid);
  if (cached !== undefined) return cached;
  const path = /(?:^|\/)([A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/.exec(tzid)?.[1] ?? tzid;
  const found = [tzid, path].find(isZone) ?? windowsZone(tzid);
  known.set(tzid, found);
  return found;
}

/** Offsets such as '-05:00' are zones for Temporal, but no names of a calendar. */
const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
};

function windowsZone(tzid: string): string | null {
  const name = tzid.trim().toLowerCase();
  const described = name.replace(/^\((?:utc|gmt)[^)]*\)\s*/, '');
  return WINDOWS[name] ?? WINDOWS[OUTLOOK_NAMES[described] ?? ''] ?? null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The offset of each zone and day on which the clocks do not change, since Temporal takes 0.5 ms for each. */
const offsets = new Map<string, number | null>();

/** The instant of a local time, given in milliseconds as if it were UTC. The first of two, and the later side of a gap. */
export function instantOf(local: number, zone: string): number {
  if (zone === 'UTC') return local;
  const day = Math.floor(local / DAY_MS);
  const key = `${zone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const before = offsetAt((day - 1) * DAY_MS, zone);
    offset = before === offsetAt((day + 2) * DAY_MS, zone) ? before : null;
    offsets.set(key, offset);
  }
  if (offset !== null) return local - offset;
  const time = Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, -1));
  return time.toZonedDateTime(zone).epochMilliseconds;
}

const offsetAt = (time: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** The local time of an instant in milliseconds, as if it were UTC. */
export const localOf = (time: number, zone: string): number => time + offsetAt(time, zone);
