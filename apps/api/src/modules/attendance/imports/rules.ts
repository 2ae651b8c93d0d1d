import type { ImportOutcome, ImportResult } from '@minga/contract/people-import';
import { REFUSED } from '../errors.ts';
import { sizeOf } from '../rules.ts';

/** A person of an imported list with the name, the e-mail in lower case and the phone in E.164. */
export interface Candidate {
  readonly index: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly companions: number;
}

/** A row that is rejected before the list is read. */
export interface Rejected {
  readonly index: number;
  readonly message: string;
}

export interface Word {
  readonly kind: 'email' | 'phone' | 'name';
  readonly word: string;
}

/**
 * The words by which a list may have a person: e-mail and phone, and the name only of a person without both, since two María Pérez are
 * ordinary in a list (docs/rules.md R21.2).
 */
export const wordsOf = ({ name, email, phone }: Omit<Candidate, 'index' | 'companions'>): Word[] =>
  email === null && phone === null
    ? [{ kind: 'name', word: name.toLowerCase() }]
    : [
        ...(email === null ? [] : [{ kind: 'email' as const, word: email }]),
        ...(phone === null ? [] : [{ kind: 'phone' as const, word: phone }]),
      ];

/** The words by which later rows of the same list repeat a person. */
const enteredWords = (candidate: Candidate): Word[] => [
  ...wordsOf(candidate),
  { kind: 'name', word: candidate.name.toLowerCase() },
];

export const keyOf = ({ kind, word }: Word): string => `${kind} ${word}`;

/** A locked activity with its list. */
interface Room {
  readonly capacity: number | null;
  readonly companionsMax: number;
  /** The number of people for whom there is room. */
  readonly free: number;
  /** The keys of `wordsOf` that the list has. */
  readonly listed: ReadonlySet<string>;
  /** The addresses that have refused to be added. */
  readonly refused: ReadonlySet<string>;
  readonly isForced: boolean;
}

export interface Judged extends Pick<ImportOutcome, 'index' | 'result' | 'message'> {
  readonly candidate: Candidate;
  readonly isOverLimit: boolean;
}

export const ON_LIST = 'Ya está en la lista';

/** Decides each row in the order of the list (docs/rules.md R21.1). A row that is added takes the places of its party from the rows after it. */
export function judgeRows(candidates: readonly Candidate[], room: Room): Judged[] {
  const { capacity, companionsMax, listed, refused, isForced } = room;
  let { free } = room;
  const entered = new Set<string>();
  return candidates.map(candidate => {
    const { index, email, companions } = candidate;
    const size = sizeOf(candidate);
    const outcome = (result: ImportResult, message: string) => ({
      candidate,
      index,
      result,
      message,
      isOverLimit: false,
    });
    const keys = wordsOf(candidate).map(keyOf);
    if (keys.some(key => listed.has(key))) return outcome('already', ON_LIST);
    if (keys.some(key => entered.has(key))) return outcome('already', 'Repite una fila anterior');
    if (email !== null && refused.has(email)) return outcome('invalid', REFUSED);
    if (companions > companionsMax) return outcome('invalid', companionsText(companionsMax));
    const isOverLimit = size > free;
    if (isOverLimit && !isForced)
      return outcome(
        'full',
        capacity !== null && size > capacity ? `Son más personas que los ${capacity} cupos` : fullText(free),
      );
    free -= size;
    for (const word of enteredWords(candidate)) entered.add(keyOf(word));
    return { candidate, index, result: 'added', isOverLimit };
  });
}

const companionsText = (max: number) =>
  max === 0
    ? 'A esta actividad cada quien va por su cuenta, sin acompañantes'
    : `Puede llevar como máximo ${max} ${max === 1 ? 'acompañante' : 'acompañantes'}`;

const fullText = (free: number) =>
  free <= 0 ? 'Ya no hay cupos' : `${free === 1 ? 'Solo queda 1 cupo' : `Solo quedan ${free} cupos`}`;
