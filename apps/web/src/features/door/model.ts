import type { DoorEntry } from '@minga/contract/check-ins';
import { arrivalCode, heardCode, spokenCode } from '../../lib/attendance/arrival-code.ts';
import { clockTime, isSameDay, shortDate } from '../../lib/dates/dates.ts';
import { isPending } from '../../lib/outbox.ts';
import { siteName } from '../../lib/site-name.ts';
import { withoutAccents, wordMatcher } from '../../lib/word-matcher.ts';
import type { Arrival } from './arrivals.ts';

/** A person or party at the door, as the server's list and this device's arrivals have it together. */
export interface DoorPerson {
  /** The attendance's id; of a walk-in that the server has not listed yet, the arrival's. */
  readonly key: string;
  /** Null: a walk-in without an attendance yet. */
  readonly attendanceId: string | null;
  readonly name: string;
  readonly companions: number;
  readonly status: DoorEntry['status'];
  /** Null: expected. */
  readonly arrivedAt: string | null;
  /** The party checked itself in with the code of the place. */
  readonly isBySelf?: boolean;
  /** The arrival is on this device only. */
  readonly isUnsent: boolean;
  readonly codeHash: string | null;
  /** An organiser has confirmed the hours, which go with the arrival. */
  readonly hasHours: boolean;
}

const collator = new Intl.Collator('es');
const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name);

/** The entries of each list that was fetched, sorted: every press makes new people, and sorting 2,000 names takes longest. */
const sorted = new WeakMap<readonly DoorEntry[], readonly DoorEntry[]>();

function sortedEntries(entries: readonly DoorEntry[]): readonly DoorEntry[] {
  const known = sorted.get(entries) ?? entries.toSorted(byName);
  sorted.set(entries, known);
  return known;
}

/**
 * The list that was fetched at `listedAt` (milliseconds of the device's clock), with the arrivals that it cannot include: those that are
 * unsent, and those that were sent since. Sorted by name.
 */
export function doorPeople(
  entries: readonly DoorEntry[],
  listedAt: number,
  arrivals: readonly Arrival[],
): DoorPerson[] {
  const newer = arrivals.filter(arrival => isNewer(arrival, listedAt));
  const arrived = new Map<string, Arrival>();
  const undone = new Set<string>();
  for (const arrival of newer) {
    const id = attendanceIdOf(arrival);
    if (id === null) continue;
    if (arrival.isUndone) {
      undone.add(id);
      // A later one is of a party that was admitted again.
      arrived.delete(id);
    } else if (!arrived.has(id)) arrived.set(id, arrival);
  }
  const listed = sortedEntries(entries).map((entry): DoorPerson => {
    const arrival = arrived.get(entry._id);
    const checkedInAt = undone.has(entry._id) ? null : entry.checkedInAt;
    return {
      key: entry._id,
      attendanceId: entry._id,
      name: entry.name,
      companions: entry.companions,
      status: entry.status,
      codeHash: entry.codeHash,
      arrivedAt: checkedInAt ?? (arrival && timeOf(arrival)) ?? null,
      hasHours: checkedInAt !== null && entry.hasHours === true,
      isBySelf: entry.checkedInBy === 'self',
      isUnsent: checkedInAt === null && arrival !== undefined && isPending(arrival),
    };
  });
  const listedIds = new Set(entries.map(({ _id }) => _id));
  const walkIns = newer.flatMap((arrival): DoorPerson[] => {
    const { walkIn } = arrival.item;
    const id = attendanceIdOf(arrival);
    if (walkIn === undefined || arrival.isUndone || (id !== null && listedIds.has(id))) return [];
    return [
      {
        key: arrival.item.id,
        attendanceId: id,
        ...walkIn,
        status: 'confirmed',
        codeHash: null,
        arrivedAt: timeOf(arrival),
        isUnsent: isPending(arrival),
        hasHours: false,
      },
    ];
  });
  return walkIns.length === 0 ? listed : [...listed, ...walkIns].sort(byName);
}

function isNewer({ outcome }: Arrival, listedAt: number): boolean {
  if (outcome === null) return true;
  const isIn = outcome.result === 'checked-in' || outcome.result === 'already';
  return isIn && outcome.receivedAt >= listedAt;
}

const attendanceIdOf = ({ item, outcome }: Arrival): string | null =>
  outcome?.attendanceId ?? item.attendanceId ?? null;

const timeOf = ({ item, outcome }: Arrival): string => outcome?.checkedInAt ?? item.at;

/** How many people, companions included, and how many parties have come, of those with a place. */
export interface DoorCounts {
  readonly people: { readonly arrived: number; readonly expected: number };
  readonly parties: { readonly arrived: number; readonly expected: number };
}

export function doorCounts(people: readonly DoorPerson[]): DoorCounts {
  const expected = people.filter(({ status }) => status === 'confirmed');
  const arrived = expected.filter(({ arrivedAt }) => arrivedAt !== null);
  return {
    people: { arrived: sizeOf(arrived), expected: sizeOf(expected) },
    parties: { arrived: arrived.length, expected: expected.length },
  };
}

const sizeOf = (people: readonly DoorPerson[]): number =>
  people.reduce((sum, { companions }) => sum + 1 + companions, 0);

export type Shown = 'all' | 'expected' | 'arrived';

const plainNames = new Map<string, string>();

/** The name without accents: removing those of 2,000 names with each key would take a slow phone a tenth of a second. */
function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = withoutAccents(name);
  plainNames.set(name, plain);
  return plain;
}

/** Those whose names contain the words, accents ignored, or whose spoken code they are. Searching looks among all of them. */
export function peopleShown(
  people: readonly DoorPerson[],
  shown: Shown,
  words: string,
): readonly DoorPerson[] {
  if (words.trim() !== '') {
    const matches = wordMatcher(words);
    const heard = heardCode(words);
    return people.filter(
      ({ name, codeHash }) =>
        matches(plainName(name)) || (heard !== null && codeHash !== null && spokenCode(codeHash) === heard),
    );
  }
  if (shown === 'all') return people;
  return people.filter(({ arrivedAt }) => (arrivedAt !== null) === (shown === 'arrived'));
}

export type ResultKind = 'admitted' | 'already' | 'not-confirmed' | 'unknown' | 'checking' | 'undone';

/** The door's outcome for the last person: a colour and a sound by its kind, and words. */
export interface DoorResult {
  readonly kind: ResultKind;
  readonly title: string;
  readonly text: string;
  /** The admitted person; the admission can be undone. */
  readonly admitted: DoorPerson | null;
}

const STANDING = {
  waiting: 'Está en la lista de espera: todavía no tiene cupo.',
  offered: 'Le ofrecimos un cupo y todavía no lo ha aceptado.',
} as const;

export const resultOf = (kind: ResultKind, title: string, text: string): DoorResult => ({
  kind,
  title,
  text,
  admitted: null,
});

export const admittedResult = (person: DoorPerson): DoorResult => ({
  kind: 'admitted',
  title: partyName(person),
  text: person.companions === 0 ? 'Puede entrar.' : `Pueden entrar: son ${person.companions + 1} personas.`,
  admitted: person,
});

/** The reason not to admit a person; null: the person can be admitted. */
export function hindrance(person: DoorPerson, now: Date): DoorResult | null {
  const { arrivedAt, status } = person;
  if (arrivedAt !== null) return resultOf('already', partyName(person), alreadyText(arrivedAt, now));
  if (status !== 'confirmed') return resultOf('not-confirmed', partyName(person), STANDING[status]);
  return null;
}

/** 'Ya había llegado a las 9:02 a. m.': the time ends the sentence. */
export function alreadyText(at: string, now: Date): string {
  const time = clockTime(at);
  const day = isSameDay(at, now) ? '' : `el ${shortDate(at)} `;
  return `Ya había llegado ${day}${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`;
}

export const NOT_A_CODE = resultOf(
  'unknown',
  `Este código no es de ${siteName}`,
  `Pídele a la persona que abra su asistencia en ${siteName}, o búscala por su nombre.`,
);
export const UNKNOWN_CODE = resultOf(
  'unknown',
  'No está en la lista',
  'Este código no es de esta actividad. Busca a la persona por su nombre.',
);
export const CHECKING = resultOf(
  'checking',
  'Buscando…',
  'Este código no está en la lista de este dispositivo.',
);
export const CHECKED_LATER = resultOf(
  'unknown',
  'No está en la lista de este dispositivo',
  'Puede que haya confirmado después. Guardamos el código y lo comprobamos cuando haya internet.',
);

/** The sentence about an arrival that the server did not admit as sent. */
export function reviewText({ outcome, item }: Arrival, now: Date): string {
  if (outcome === null) return '';
  const { result, checkedInAt, refusal } = outcome;
  if (result === 'already')
    return checkedInAt === null
      ? 'Ya había llegado.'
      : `${alreadyText(checkedInAt, now)} Quedó una sola vez.`;
  if (result === 'not-confirmed') return 'No tiene cupo: está en espera. Su llegada no quedó registrada.';
  if (result === 'unknown')
    return item.code === undefined
      ? 'Ya no está en la lista. Su llegada no quedó registrada.'
      : 'El código no es de esta actividad. La llegada no quedó registrada.';
  return refusal ?? '';
}

/** 'Ana + 2': a person and how many more it brings. */
export const partyName = ({ name, companions }: { name: string; companions: number }): string =>
  companions === 0 ? name : `${name} + ${companions}`;

/** The groups in which 'Mi código' shows a whole code. Gaps anywhere else are those of a name. */
const GROUPS = /^(?:[\w-]{4}\s*){5}[\w-]{2}$/;

/** The code of an attendance in words that are typed or pasted to find a person: alone, in its groups, or with its address. Null: none. */
export function typedCode(words: string): string | null {
  const text = words.trim();
  return arrivalCode(GROUPS.test(text) ? text.replace(/\s/g, '') : text);
}
