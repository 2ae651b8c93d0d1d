import {
  type ComboboxItem,
  type ComboboxParsedItem,
  isOptionsGroup,
  type OptionsFilter,
} from '@mantine/core';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { isNameAlone } from '@minga/contract/name-alone';
import type { Need } from '@minga/contract/needs';
import type { AttendanceStatus } from '@minga/contract/places';
import { DELETED_NAME } from '@minga/contract/text';
import type { InfiniteData } from '@tanstack/react-query';
import { longDate } from '../../lib/dates/dates.ts';
import { untilText } from '../../lib/dates/until-text.ts';
import { counted, digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { isUnanswered } from '../../lib/errors/is-unanswered.ts';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import { nextOffset, type Page } from '../../lib/server/pages.ts';
import { wordMatcher } from '../../lib/word-matcher.ts';

export type ListedChoice = Pick<Activity, '_id' | 'title' | 'date'>;

export type ChosenActivity = Pick<
  WholeActivity,
  | '_id'
  | 'title'
  | 'date'
  | 'endDate'
  | 'place'
  | 'contact'
  | 'questions'
  | 'needs'
  | 'capacity'
  | 'companionsMax'
  | 'places'
  | 'status'
  | 'isHeld'
  | 'canCheckIn'
>;

/** Whether the activity becomes public when it is approved. */
export const isInReview = ({ status, isHeld }: Pick<Activity, 'status' | 'isHeld'>): boolean =>
  isHeld === true || (status === 'pending' && !isPublicBeforeReview());

/** The user's own activities and the selected one. */
export type ActivityChoice =
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }
  /** The user has no activities. */
  | { readonly status: 'none' }
  | {
      readonly status: 'chosen';
      readonly chosen: Activity;
      /** The chosen activity with its needs and questions; undefined until they are loaded. */
      readonly whole: ChosenActivity | undefined;
      /** Null unless `whole` failed to load. */
      readonly failure: { readonly error: Error; readonly retry: () => void } | null;
      /** The loaded activities: upcoming ones by ascending date, past ones by descending date. */
      readonly upcoming: readonly ListedChoice[];
      readonly past: readonly ListedChoice[];
      readonly more: MoreActivities;
    };

/** The pages of a long list that are not loaded yet. */
export interface MoreActivities {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly load: () => void;
}

export type ParticipantPages = InfiniteData<Page<Attendance>, unknown>;

/** Removes the participant and decrements the total. */
export function withoutParticipant(data: ParticipantPages, id: string): ParticipantPages {
  if (!contains(data, id)) return data;
  return mapPages(data, rows => rows.filter(({ _id }) => _id !== id), -1);
}

/** Inserts the participant in order; beyond the loaded rows only the total is incremented. */
export function withParticipant(data: ParticipantPages, participant: Attendance): ParticipantPages {
  if (contains(data, participant._id)) return data;
  const isComplete = nextOffset(data.pages.at(-1) ?? EMPTY_PAGE, data.pages) === undefined;
  const pageIndex = data.pages.findIndex(({ rows }) => rows.some(row => isBefore(participant, row)));
  const target = pageIndex >= 0 || !isComplete ? pageIndex : data.pages.length - 1;
  return mapPages(data, (rows, index) => (index === target ? insertInOrder(rows, participant) : rows), 1);
}

/** Appends the participants and sets the total. */
export function withParticipants(
  data: ParticipantPages,
  added: readonly Attendance[],
  total: number,
): ParticipantPages {
  const last = data.pages.length - 1;
  const pages = data.pages.map(({ rows }, index) => ({
    rows: index === last ? [...rows, ...added] : rows,
    total,
  }));
  return { ...data, pages };
}

/** Replaces the participant with the same id. */
export const withUpdated = (data: ParticipantPages, participant: Attendance): ParticipantPages =>
  mapPages(data, rows => rows.map(row => (row._id === participant._id ? participant : row)), 0);

const EMPTY_PAGE: Page<Attendance> = { rows: [], total: 0 };

const contains = ({ pages }: ParticipantPages, id: string) =>
  pages.some(({ rows }) => rows.some(({ _id }) => _id === id));

function mapPages(
  data: ParticipantPages,
  change: (rows: Attendance[], index: number) => Attendance[],
  difference: number,
): ParticipantPages {
  const pages = data.pages.map(({ rows, total }, index) => ({
    rows: change(rows, index),
    total: total + difference,
  }));
  return { ...data, pages };
}

/** The server's order: those with a place by confirmation time and id, then the offered, then the waiting by position. */
const isBefore = (one: Attendance, other: Attendance) => orderOf(one) < orderOf(other);

// The names of the statuses sort like that.
const orderOf = ({ status, position, createdAt, _id }: Attendance): string =>
  [status, String(position ?? 0).padStart(9, '0'), createdAt, _id].join(' ');

function insertInOrder(rows: Attendance[], participant: Attendance): Attendance[] {
  const index = rows.findIndex(row => isBefore(participant, row));
  return index < 0 ? [...rows, participant] : rows.toSpliced(index, 0, participant);
}

/** '1 participante', '1.204 participantes' */
export const participantCount = (count: number): string => counted(count, 'participante', 'participantes');

/** Says where a participant stands who was just added. */
export const addedText = ({ name, position }: Pick<Attendance, 'name' | 'position'>): string =>
  position === null
    ? `${name} ya está en la lista.`
    : `${name} quedó en espera, en el puesto ${digits(position)}.`;

type StandingFacts = Pick<
  Attendance,
  'status' | 'position' | 'companions' | 'offerExpiresAt' | 'askedAgainAt' | 'reconfirmed'
>;

/** 'Con 2 personas más · En espera, puesto 2'; empty for a participant who comes alone and has a place. */
export const standingText = (
  { position, companions, offerExpiresAt, ...asked }: StandingFacts,
  now: Date,
): string =>
  [
    companions > 0 && `Con ${counted(companions, 'persona', 'personas')} más`,
    offerExpiresAt !== null && `Cupo ofrecido hasta ${untilText(offerExpiresAt, now)}`,
    position !== null && `En espera, puesto ${position}`,
    asked.reconfirmed && 'Sigue viniendo',
    isUnanswered(asked) && 'No ha respondido si viene',
  ]
    .filter(Boolean)
    .join(DOT);

/** The participant's account was deleted, so that it cannot be edited (docs/rules.md R6.5). No user can choose that name. */
export const isAnonymous = ({ name, email }: Pick<Attendance, 'name' | 'email'>): boolean =>
  email === '' && name === DELETED_NAME;

/** All, those who stand so, those who said that they still come or did not answer, or those who left neither e-mail nor phone. */
export type Standing = AttendanceStatus | 'all' | 'coming' | 'unanswered' | 'unreachable';
type Row = Pick<
  Attendance,
  'status' | 'companions' | 'askedAgainAt' | 'reconfirmed' | 'name' | 'email' | 'phone'
>;

const LABELS: Readonly<Record<Standing, string>> = {
  all: 'Todas',
  confirmed: 'Con cupo',
  offered: 'Cupo ofrecido',
  waiting: 'En espera',
  coming: 'Siguen viniendo',
  unanswered: 'No han respondido',
  unreachable: 'Sin correo ni teléfono',
};

/**
 * The choices that a list offers, with how many people come in each, companions included; none where all would be in one. Of a list that is
 * not loaded whole only the server's count of people without contact, `unreachable`, is known.
 */
export function standingChoices(participants: readonly Row[], isPartial = false, unreachable = 0) {
  const isPlain = ({ status, askedAgainAt, reconfirmed }: Row) =>
    status === 'confirmed' && askedAgainAt === null && reconfirmed === null;
  const offered: readonly Standing[] = participants.every(isPlain)
    ? ['all', 'unreachable']
    : (Object.keys(LABELS) as Standing[]);
  const choices = offered.flatMap(standing => {
    const loaded = ofStanding(participants, standing).reduce((sum, row) => sum + 1 + row.companions, 0);
    const whole = isPartial ? (standing === 'unreachable' ? unreachable : 0) : loaded;
    const count = whole > 0 ? ` (${digits(whole)})` : '';
    return loaded + whole === 0 ? [] : { standing, label: LABELS[standing] + count };
  });
  return choices.length > 1 ? choices : [];
}

export function ofStanding<P extends Omit<Row, 'companions'>>(
  participants: readonly P[],
  standing: Standing,
): readonly P[] {
  if (standing === 'all') return participants;
  if (standing === 'coming') return participants.filter(({ reconfirmed }) => reconfirmed);
  if (standing === 'unreachable') return participants.filter(row => isNameAlone(row) && !isAnonymous(row));
  return participants.filter(row =>
    standing === 'unanswered' ? isUnanswered(row) : row.status === standing,
  );
}

/** 'En total: 18 de 20 cupos · 3 en espera'; null: as many people as entries on the list, without a limit. */
export function placesSummary(
  { capacity, places }: Pick<Activity, 'capacity' | 'places'>,
  total: number,
): string | null {
  const { taken, waiting } = places;
  if (capacity === null && waiting === 0 && taken <= total) return null;
  const summary = [
    capacity === null
      ? `${counted(taken, 'persona', 'personas')} con cupo`
      : `${digits(taken)} de ${counted(capacity, 'cupo', 'cupos')}`,
    waiting > 0 && `${digits(waiting)} en espera`,
  ]
    .filter(Boolean)
    .join(DOT);
  // The list counts entries.
  return taken + waiting > total ? `En total: ${summary}` : summary;
}

/** 'Faltan 3 en Cocina y otras 2', 'Por llevar: Palas', 'No falta nada': what is missing, in one line. */
export function missingText(needs: readonly Need[]): string {
  const [first, ...others] = needs.filter(({ quantity, taken }) => taken < quantity);
  if (first === undefined) return 'No falta nada';
  const missing = first.quantity - first.taken;
  const text =
    first.kind === 'thing'
      ? `Por llevar: ${first.name}`
      : `${missing === 1 ? 'Falta' : 'Faltan'} ${digits(missing)} en ${first.name}`;
  if (others.length === 0) return text;
  return `${text} y ${others.length === 1 ? 'otra' : `otras ${digits(others.length)}`}`;
}

/** The participants whose name, e-mail or phone contains the words, accents ignored. */
export function ofWords<P extends Pick<Attendance, 'name' | 'email' | 'phone'>>(
  participants: readonly P[],
  words: string,
): readonly P[] {
  if (words.trim() === '') return participants;
  const matches = wordMatcher(words);
  return participants.filter(({ name, email, phone }) => matches(`${name} ${email} ${phone}`));
}

interface NeedOverview {
  readonly id: string;
  /** 'Palas: 2 de 6'. */
  readonly text: string;
  /** Who takes it on, with the quantity where it is more than one. */
  readonly people: readonly string[];
}

type NeedsOverviewRow = Pick<Attendance, 'name' | 'claims'>;

/** Each need with what is claimed of it, and by whom among the loaded participants. */
export const needsOverview = (
  needs: readonly Need[],
  participants: readonly NeedsOverviewRow[],
): NeedOverview[] =>
  needs.map(({ _id: id, name, quantity, taken }) => ({
    id,
    text: `${name}: ${digits(taken)} de ${digits(quantity)}`,
    people: participants.flatMap(({ name: person, claims }) => {
      const claimed = claims.find(({ needId }) => needId === id)?.quantity ?? 0;
      if (claimed === 0) return [];
      return claimed === 1 ? person : `${person} (${digits(claimed)})`;
    }),
  }));

/** Filters options by their search text, up to `limit` in total; empty groups are dropped. */
export const filterOptions =
  (searchText: (option: ComboboxItem) => string): OptionsFilter =>
  ({ options, search, limit }) => {
    const isMatch = wordMatcher(search);
    let remaining = limit;
    const matching = (items: ComboboxItem[]) => {
      const matches = items.filter(item => isMatch(searchText(item))).slice(0, remaining);
      remaining -= matches.length;
      return matches;
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!isOptionsGroup(option)) return matching([option]);
      const items = matching(option.items);
      return items.length > 0 ? [{ ...option, items }] : [];
    });
  };

/** The messages at a field whose value another participant has; the first is the server's, too (docs/rules.md R4.2). */
const ALREADY_ON_LIST = 'Nombre o correo ya registrados';
export const TAKEN_MESSAGES = {
  name: ALREADY_ON_LIST,
  email: ALREADY_ON_LIST,
  phone: 'Otra persona de la lista ya tiene este teléfono. Si lo comparten, déjalo en blanco.',
};

/** The shortest phone number without its country. */
const PHONE_DIGITS_MIN = 7;

/** The field whose value another participant already has: the e-mail, the name ignoring case, or the phone; null if none. */
export function takenField(
  participants: readonly Attendance[],
  { name, email, phone }: Pick<Attendance, 'name' | 'email' | 'phone'>,
  ownId?: string,
): 'name' | 'email' | 'phone' | null {
  const others = participants.filter(other => other._id !== ownId && !isAnonymous(other));
  if (email !== '' && others.some(other => other.email === email)) return 'email';
  if (others.some(other => other.name.toLowerCase() === name.toLowerCase())) return 'name';
  const digits = phone.replaceAll(/\D/g, '');
  // The list has them with their country.
  const isTaken = digits.length >= PHONE_DIGITS_MIN && others.some(other => other.phone.endsWith(digits));
  return isTaken ? 'phone' : null;
}

type Event = Pick<Activity, 'title' | 'date' | 'place'>;
type Person = Pick<
  Attendance,
  'name' | 'status' | 'companions' | 'offerExpiresAt' | 'askedAgainAt' | 'reconfirmed'
>;

const whenAndWhere = ({ date, place }: Event) => `${longDate(date)}${place === '' ? '' : `, en ${place}`}`;

/** The message of an organiser to one participant, by the participant's standing and answer. */
export function personText(
  { name, status, offerExpiresAt, ...asked }: Person,
  event: Event,
  now: Date,
): string {
  if (status === 'waiting')
    return `Hola, ${name}. Sigues en la lista de espera de «${event.title}» (${whenAndWhere(event)}). Te escribo si se libera un cupo.`;
  if (offerExpiresAt !== null)
    return `Hola, ${name}. Hay un cupo para ti en «${event.title}» (${whenAndWhere(event)}). Te lo guardo hasta ${untilText(offerExpiresAt, now)} ¿Vienes?`;
  if (isUnanswered(asked))
    return `Hola, ${name}. ¿Sigues viniendo a «${event.title}» (${whenAndWhere(event)})? Si no puedes, tu cupo le sirve a otra persona.`;
  const text = `Hola, ${name}. Te esperamos en «${event.title}»: ${whenAndWhere(event)}`;
  // An hour ends with a period ('9:00 a. m.'), as places may.
  return text.endsWith('.') ? text : `${text}.`;
}

/** Longer lists do not fit into the address of a link. */
const LISTED_MAX = 150;

/** The list to paste into a group: those with a place by number, without e-mails and phones. */
export function listText(people: readonly Person[], total: number, event: Event): string {
  const confirmed = people.filter(({ status }) => status === 'confirmed');
  const listed = confirmed.slice(0, LISTED_MAX);
  const rest = total - people.length + confirmed.length - listed.length;
  const waiting = people.length - confirmed.length;
  return [
    `*${event.title}*`,
    whenAndWhere(event),
    '',
    ...listed.map(
      ({ name, companions }, index) => `${index + 1}. ${name}${companions > 0 ? ` (+${companions})` : ''}`,
    ),
    ...(rest > 0 ? [`… y ${rest} más`] : []),
    ...(waiting > 0 ? ['', `En espera: ${waiting}`] : []),
  ].join('\n');
}
