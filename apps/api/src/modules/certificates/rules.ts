import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  CERTIFICATE_ALPHABET,
  CERTIFICATE_CHARACTERS,
  type Certificate,
  type CertifiedActivity,
  certificateNumber,
} from '@minga/contract/certificates';

/** The content of a certificate except its number and its date. */
export interface Printed {
  readonly name: string;
  readonly hours: number;
  /** Null if the certificate is about one activity. */
  readonly period: Certificate['period'];
  readonly activities: readonly PrintedActivity[];
}

interface PrintedActivity extends CertifiedActivity {
  /** Not printed. Identifies the certificates of a period that a change of hours affects. */
  readonly attendanceId: string;
}

interface Helped {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly endDate: Date | null;
  readonly place: string;
  readonly collective: string | null;
  readonly hours: number;
}

/** The content of a certificate of these attendances, in their order. */
export const printedOf = (
  name: string,
  helped: readonly Helped[],
  period: Printed['period'] = null,
): Printed => ({
  name,
  // Hours are multiples of a quarter, whose floating-point sum is exact.
  hours: helped.reduce((sum, { hours }) => sum + hours, 0),
  period,
  activities: helped.map(({ id, title, date, endDate, place, collective, hours }) => ({
    attendanceId: id,
    title,
    date: date.toISOString(),
    endDate: endDate?.toISOString() ?? null,
    place,
    collective,
    hours,
  })),
});

/** Whether a certificate still has the content that a new one would have. */
export const isCurrent = (printed: Printed, now: Printed): boolean => isDeepStrictEqual(printed, now);

/**
 * Selects the attendances under one name from a person's attendances, the newest first: the account's name if an attendance has it,
 * otherwise the name with the most hours. So a certificate never lists hours that were confirmed under another name. Returns null
 * if there are none.
 */
export function selectUnderOneName<Row extends { readonly name: string | null; readonly hours: number }>(
  helped: readonly Row[],
  accountName: string,
): { readonly name: string; readonly helped: readonly Row[] } | null {
  const byName = Map.groupBy(helped, ({ name }) => nameKey(name ?? ''));
  byName.delete('');
  const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { hours }) => sum + hours, 0);
  // The sort is stable, so of two names with equal hours the one with the newest attendance comes first.
  const [most] = [...byName.values()].sort((one, other) => sumOf(other) - sumOf(one));
  const rows = byName.get(nameKey(accountName)) ?? most;
  const name = rows?.[0]?.name ?? null;
  return rows === undefined || name === null ? null : { name, helped: rows };
}

/** Normalises case, accents, punctuation and spaces of a name, so that 'Maria  perez' equals 'María Pérez'. */
const nameKey = (name: string): string => {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [plain]).join(' ').trim();
};

/**
 * Whether two certificates of one person contradict each other: they name the person or describe an activity differently, or list
 * different activities on days that both cover. `dayOf` returns the local day of an activity's date.
 */
export function contradicts(earlier: Printed, now: Printed, dayOf: (date: string) => string): boolean {
  const before = new Map(earlier.activities.map(one => [one.attendanceId, one]));
  const shared = now.activities.filter(({ attendanceId }) => before.has(attendanceId));
  if (shared.length > 0 && nameKey(earlier.name) !== nameKey(now.name)) return true;
  if (shared.some(one => !isDeepStrictEqual(one, before.get(one.attendanceId)))) return true;
  const periods = [earlier.period, now.period];
  if (periods.includes(null)) return false;
  const isInBoth = ({ date }: PrintedActivity) =>
    periods.every(period => {
      const day = dayOf(date);
      return (period?.from ?? day) <= day && day <= (period?.until ?? day);
    });
  return [earlier, now].some(({ activities }) => activities.filter(isInBoth).length !== shared.length);
}

/** A random number with 58 bits, which cannot be enumerated or guessed. */
export const newNumber = (): string =>
  certificateNumber(
    Array.from(
      { length: CERTIFICATE_CHARACTERS },
      () => CERTIFICATE_ALPHABET[randomInt(CERTIFICATE_ALPHABET.length)],
    ).join(''),
  );
