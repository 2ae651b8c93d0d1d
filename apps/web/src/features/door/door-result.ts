import { clockTime, isSameDay, shortDate } from '../../lib/dates.ts';
import type { DoorPerson } from './door-people.ts';
import { partyName } from './party-name.ts';

export type ResultKind = 'admitted' | 'already' | 'not-confirmed' | 'unknown' | 'checking';

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
  ...{ kind, title, text },
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
  'Este código no es de Minga',
  'Pídele a la persona que abra su asistencia en Minga, o búscala por su nombre.',
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
