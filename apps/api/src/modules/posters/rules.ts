import type { WholeActivity } from '@minga/contract/activities';
import type { Need } from '@minga/contract/needs';
import { localTime, longDate } from '../../platform/local-time.ts';
import type { Brand } from '../../platform/site/brand.ts';
import { shortPath } from '../activities/rules.ts';

/** The maximum number of open needs on a poster. */
const NEEDS_MAX = 3;

/** The texts of a poster. All are as given: the drawing decides how letters are printed. */
export interface PosterTexts {
  readonly title: string;
  /** 'Sábado 5 de diciembre', with the year if it is not that of the printing. */
  readonly day: string;
  /** '9:00 a. m. a 11:00 a. m.' */
  readonly hours: string;
  /** The start alone, for the strips. */
  readonly hour: string;
  readonly place: string;
  readonly directions: string;
  /** The collective, or the responsible people, or the author. */
  readonly organisers: string;
  readonly needs: readonly string[];
  /** The short URL, which the QR code contains, and the same without its scheme, to type. */
  readonly url: string;
  readonly address: string;
}

/** The texts of an activity's poster (docs/rules.md R20.2). `activity` is as visitors see it, so that a private location stays private. */
export function posterTexts(
  activity: WholeActivity,
  { now, timeZone, publicUrl }: { now: Date; timeZone: string; publicUrl: string },
): PosterTexts {
  const { title, place, directions, collective, responsible, user, needs, shortId } = activity;
  const url = publicUrl + shortPath(shortId);
  const named = collective === null ? responsible.join(', ') : collective.name;
  return {
    title,
    place,
    directions,
    url,
    ...whenTexts(
      new Date(activity.date),
      activity.endDate === null ? null : new Date(activity.endDate),
      now,
      timeZone,
    ),
    organisers: named || user.username,
    needs: needs.filter(isOpen).slice(0, NEEDS_MAX).map(needText),
    address: url.replace(/^https?:\/\//, ''),
  };
}

const isOpen = ({ quantity, taken }: Need): boolean => taken < quantity;

/** 'Faltan 3 personas en Cocina', 'Por llevar: Palas (3)', as on the activity's page. */
function needText({ kind, name, quantity, taken }: Need): string {
  const missing = quantity - taken;
  if (kind === 'thing') return `Por llevar: ${name} (${missing})`;
  return missing === 1 ? `Falta 1 persona en ${name}` : `Faltan ${missing} personas en ${name}`;
}

interface Parts {
  readonly day: string;
  readonly hour: string;
}

/** A time as 'sábado 5 de diciembre' and '9:00 a. m.'; the day has its year if it is not that of `now`. */
function partsOf(date: Date, now: Date, timeZone: string): Parts {
  const [weekday = '', rest = '', hour = ''] = longDate(date, timeZone).replaceAll('\u00a0', ' ').split(', ');
  const year = localTime(date, timeZone).slice(0, 4);
  const isThisYear = localTime(now, timeZone).startsWith(year);
  return { day: `${weekday} ${isThisYear ? rest.replace(` de ${year}`, '') : rest}`, hour };
}

/** When an activity is, in words. */
export function whenTexts(date: Date, endDate: Date | null, now: Date, timeZone: string) {
  const start = partsOf(date, now, timeZone);
  const end = endDate === null ? null : partsOf(endDate, now, timeZone);
  const day = start.day.charAt(0).toUpperCase() + start.day.slice(1);
  if (end === null) return { day, hours: start.hour, hour: start.hour };
  const until = end.day === start.day ? ` a ${end.hour}` : `, hasta el ${end.day}, ${end.hour}`;
  return { day, hours: start.hour + until, hour: start.hour };
}

/** The sheet with the code of a place, as the image process gets it. */
export interface PlaceCodeDrawing {
  /** The id of the activity, which determines the woven pattern. */
  readonly id: string;
  readonly title: string;
  readonly day: string;
  readonly hours: string;
  /** The URL in the QR code, and the same without its scheme, to type. */
  readonly url: string;
  readonly address: string;
  readonly editedAt: Date;
  readonly brand: Brand;
}

interface PlaceSheet {
  readonly url: string;
  readonly activity: {
    readonly id: string;
    readonly title: string;
    readonly date: Date;
    readonly endDate: Date | null;
    readonly updatedAt: Date;
  };
}

/** The texts of the sheet with the code of a place. */
export function placeCodeDrawing(
  { url, activity }: PlaceSheet,
  { now, timeZone, brand }: { readonly now: Date; readonly timeZone: string; readonly brand: Brand },
): PlaceCodeDrawing {
  const { id, title, date, endDate, updatedAt } = activity;
  const { day, hours } = whenTexts(date, endDate, now, timeZone);
  return {
    id,
    title,
    day,
    hours,
    url,
    address: url.replace(/^https?:\/\//, ''),
    editedAt: updatedAt,
    brand,
  };
}

const NAME_MAX = 40;

/** The name of a poster's file: 'afiche-siembra-en-el-rio.pdf'; of another `kind` of sheet with that word. */
export function posterFile(title: string, extension: string, kind = 'afiche'): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return `${kind}${name === '' ? '' : `-${name}`}.${extension}`;
}
