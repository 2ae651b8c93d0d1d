import type { DoorEntry } from '@minga/contract/check-ins';
import type { Arrival, Outcome } from '../src/features/door/arrivals.ts';

export const TASK = '01930000-0000-7000-8000-00000000000a';
export const NINE = '2026-12-05T14:00:00.000Z';
export const idOf = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A party on the door's list that is expected. */
export const anEntry = (number: number, changes: Partial<DoorEntry> = {}): DoorEntry => ({
  ...{ _id: idOf(number), name: `Persona ${number}`, companions: 0, status: 'confirmed' },
  ...{ codeHash: `hash ${number}`, checkedInAt: null },
  ...changes,
});

/** An arrival of the party with this number that is to be sent. */
export const anArrival = (number: number, changes: Partial<Arrival> = {}): Arrival => ({
  ...{ owner: 'ana', taskId: TASK, name: `Persona ${number}`, notedAt: number },
  ...{ isAttempted: false, isUndone: false, outcome: null },
  item: { id: idOf(900 + number), attendanceId: idOf(number), at: NINE },
  ...changes,
});

export const anOutcome = (number: number, changes: Partial<Outcome> = {}): Outcome => ({
  ...{ result: 'checked-in', attendanceId: idOf(number), checkedInAt: NINE, refusal: null, receivedAt: 100 },
  ...changes,
});
