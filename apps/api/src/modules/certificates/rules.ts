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

/** A random number with 58 bits, so that it is neither counted nor guessed. */
export const newNumber = (): string =>
  certificateNumber(
    Array.from(
      { length: CERTIFICATE_CHARACTERS },
      () => CERTIFICATE_ALPHABET[randomInt(CERTIFICATE_ALPHABET.length)],
    ).join(''),
  );
