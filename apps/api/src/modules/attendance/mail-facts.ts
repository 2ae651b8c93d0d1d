import type { Claim, Need } from '@minga/contract/needs';
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
  /** The party's claims as text; null: none. */
  readonly claimed: string | null;
};

interface Party {
  readonly companions: number;
  /** Null: nothing. */
  readonly claimed: string | null;
  readonly isConfirmed: boolean;
}

/** Directions to a private location are only for the confirmed. */
export const factsOf = (
  { date, endDate, place, directions, isLocationPrivate }: Omit<MailActivity, 'id' | 'title'>,
  { companions, claimed, isConfirmed }: Party,
  timeZone: string,
): Facts => ({
  when: longPeriod(date, endDate, timeZone),
  where: place || 'Por confirmar',
  directions: (isConfirmed || !isLocationPrivate) && directions !== '' ? directions : null,
  claimed,
  companions: partyText(companions),
});

const partyText = (companions: number): string | null =>
  companions === 0 ? null : `Tú y ${companions} ${companions === 1 ? 'persona' : 'personas'} más`;

/** A party's claims as text: 'Cocina, 2 de Palas'; null: none. */
export function claimedText(needs: readonly Need[], claims: readonly Claim[]): string | null {
  const quantities = new Map(claims.map(({ needId, quantity }) => [needId, quantity]));
  const texts = needs.flatMap(({ _id, name }) => {
    const quantity = quantities.get(_id) ?? 0;
    if (quantity === 0) return [];
    return quantity === 1 ? name : `${quantity} de ${name}`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}

export const factRows = ({ when, where, directions, companions, claimed }: Facts) => [
  { label: 'Cuándo', value: when },
  { label: 'Dónde', value: where },
  ...(directions === null ? [] : [{ label: 'Cómo llegar', value: directions }]),
  ...partyRows({ companions, claimed }),
];

const partyRows = ({ companions, claimed }: Pick<Facts, 'companions' | 'claimed'>) => [
  ...(claimed === null ? [] : [{ label: 'Ayudas o llevas', value: claimed }]),
  ...(companions === null ? [] : [{ label: 'Quiénes van', value: companions }]),
];

/** The rows of an e-mail about several activities: tasks and things of a party, and its size. */
export const partyRowsOf = ({ companions, claimed }: Omit<Party, 'isConfirmed'>) =>
  partyRows({ companions: partyText(companions), claimed });
