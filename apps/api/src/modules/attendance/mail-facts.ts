import { longPeriod } from '../../platform/long-date.ts';

/** What e-mails to attendees say of an activity. */
export interface MailActivity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly endDate: Date | null;
  readonly place: string;
  readonly directions: string;
  readonly isLocationPrivate: boolean;
}

export type Facts = Readonly<Record<'when' | 'where', string>> & {
  readonly directions: string | null;
  readonly companions: string | null;
};

interface Party {
  readonly companions: number;
  readonly isConfirmed: boolean;
}

/** Directions to a private location are only for the confirmed. */
export const factsOf = (
  { date, endDate, place, directions, isLocationPrivate }: Omit<MailActivity, 'id' | 'title'>,
  { companions, isConfirmed }: Party,
  timeZone: string,
): Facts => ({
  when: longPeriod(date, endDate, timeZone),
  where: place || 'Por confirmar',
  directions: (isConfirmed || !isLocationPrivate) && directions !== '' ? directions : null,
  companions: companions === 0 ? null : `Tú y ${companions} ${companions === 1 ? 'persona' : 'personas'} más`,
});

export const factRows = ({ when, where, directions, companions }: Facts) => [
  { label: 'Cuándo', value: when },
  { label: 'Dónde', value: where },
  ...(directions === null ? [] : [{ label: 'Cómo llegar', value: directions }]),
  ...(companions === null ? [] : [{ label: 'Quiénes van', value: companions }]),
];
