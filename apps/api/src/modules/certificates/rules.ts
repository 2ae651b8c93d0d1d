import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  CERTIFICATE_ALPHABET,
  CERTIFICATE_CHARACTERS,
  type Certificate,
  type CertifiedActivity,
  certificateNumber,
} from '@minga/contract/certificates';

/** Everything that a certificate says, but for its number and its date. */
export interface Printed {
  readonly name: string;
  readonly hours: number;
  /** Null: of one activity. */
  readonly period: Certificate['period'];
  readonly activities: readonly PrintedActivity[];
}

interface PrintedActivity extends CertifiedActivity {
  /** Not printed: by it a change of hours finds the certificates of a period. */
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

/** The printed content of a certificate of these attendances, in their order. */
export const printedOf = (
  name: string,
  helped: readonly Helped[],
  period: Printed['period'] = null,
): Printed => ({
  name,
  // Quarters add up exactly.
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

/** Whether a certificate still says what it would say now. */
export const isCurrent = (printed: Printed, now: Printed): boolean => isDeepStrictEqual(printed, now);

/**
 * Of a person's attendances, the newest first, those under one name: the account's name if one of them has it, otherwise the name with
 * the most hours. A certificate in that name certifies no hours that were confirmed under another one. Null if there are none.
 */
export function underOneName<Row extends { readonly name: string | null; readonly hours: number }>(
  helped: readonly Row[],
  accountName: string,
): { readonly name: string; readonly helped: readonly Row[] } | null {
  const byName = Map.groupBy(helped, ({ name }) => nameKey(name ?? ''));
  byName.delete('');
  const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { hours }) => sum + hours, 0);
  // The sort is stable: of two names with as many hours the newest comes first.
  const [most] = [...byName.values()].sort((one, other) => sumOf(other) - sumOf(one));
  const rows = byName.get(nameKey(accountName)) ?? most;
  const name = rows?.[0]?.name ?? null;
  return rows === undefined || name === null ? null : { name, helped: rows };
}

/** A name without regard to case, accents, punctuation and spaces: 'Maria  perez' is 'María Pérez'. */
const nameKey = (name: string): string => {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [plain]).join(' ').trim();
};

/**
 * Whether two certificates of one person cannot both be true: they name the person or describe an activity differently, or list other
 * activities in the days that both cover. `dayOf` returns the local day of an activity's date.
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

/** A random number with 58 bits, so that it is neither counted nor guessed. */
export const newNumber = (): string =>
  certificateNumber(
    Array.from(
      { length: CERTIFICATE_CHARACTERS },
      () => CERTIFICATE_ALPHABET[randomInt(CERTIFICATE_ALPHABET.length)],
    ).join(''),
  );
