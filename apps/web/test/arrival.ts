import type { DoorEntry } from '@minga/contract/check-ins';
import { type Arrival, arrivalKind, type Outcome } from '../src/features/door/arrivals.ts';
import { addEntry, readEntries } from '../src/lib/outbox.ts';
import { clearOutbox } from './outbox.ts';

export const TASK = '01930000-0000-7000-8000-00000000000a';
export const NINE = '2026-12-05T14:00:00.000Z';
export const idOf = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A party on the door's list that is expected. */
export const anEntry = (number: number, changes: Partial<DoorEntry> = {}): DoorEntry => ({
  _id: idOf(number),
  name: `Persona ${number}`,
  companions: 0,
  status: 'confirmed',
  codeHash: `hash ${number}`,
  checkedInAt: null,
  checkedInBy: null,
  ...changes,
});

/** An arrival of the party with this number that is to be sent. */
export function anArrival(number: number, changes: Partial<Arrival> = {}): Arrival {
  const item = changes.item ?? { id: idOf(900 + number), attendanceId: idOf(number), at: NINE };
  return {
    kind: arrivalKind.name,
    key: item.id,
    owner: 'ana',
    taskId: TASK,
    at: number,
    item,
    name: `Persona ${number}`,
    isAttempted: false,
    isUndone: false,
    outcome: null,
    ...changes,
  };
}

export const readArrivals = (owner: string) => readEntries(arrivalKind, owner);

export async function storeArrivals(arrivals: readonly Arrival[]): Promise<void> {
  for (const arrival of arrivals) await addEntry(arrivalKind, arrival);
}

export const deleteArrivals = () => clearOutbox(arrivalKind);

export const anOutcome = (number: number, changes: Partial<Outcome> = {}): Outcome => ({
  result: 'checked-in',
  attendanceId: idOf(number),
  checkedInAt: NINE,
  refusal: null,
  receivedAt: 100,
  ...changes,
});
