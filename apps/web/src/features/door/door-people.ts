import type { DoorEntry } from '@minga/contract/check-ins';
import { type Arrival, isUnsent } from './arrival.ts';

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
  /** The arrival is on this device only. */
  readonly isUnsent: boolean;
  readonly codeHash: string | null;
  /** An organiser has confirmed the hours, which go with the arrival. */
  readonly hasHours: boolean;
}

const collator = new Intl.Collator('es');

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
  const listed = entries.map((entry): DoorPerson => {
    const arrival = arrived.get(entry._id);
    const checkedInAt = undone.has(entry._id) ? null : entry.checkedInAt;
    return {
      ...{ key: entry._id, attendanceId: entry._id, name: entry.name, companions: entry.companions },
      ...{ status: entry.status, codeHash: entry.codeHash },
      arrivedAt: checkedInAt ?? (arrival && timeOf(arrival)) ?? null,
      hasHours: checkedInAt !== null && entry.hasHours === true,
      isUnsent: checkedInAt === null && arrival !== undefined && isUnsent(arrival),
    };
  });
  const listedIds = new Set(entries.map(({ _id }) => _id));
  const walkIns = newer.flatMap((arrival): DoorPerson[] => {
    const { walkIn } = arrival.item;
    const id = attendanceIdOf(arrival);
    if (walkIn === undefined || arrival.isUndone || (id !== null && listedIds.has(id))) return [];
    return [
      {
        ...{ key: arrival.item.id, attendanceId: id, ...walkIn, status: 'confirmed', codeHash: null },
        ...{ arrivedAt: timeOf(arrival), isUnsent: isUnsent(arrival), hasHours: false },
      },
    ];
  });
  return [...listed, ...walkIns].sort((one, other) => collator.compare(one.name, other.name));
}

function isNewer({ outcome }: Arrival, listedAt: number): boolean {
  if (outcome === null) return true;
  const isIn = outcome.result === 'checked-in' || outcome.result === 'already';
  return isIn && outcome.receivedAt >= listedAt;
}

const attendanceIdOf = ({ item, outcome }: Arrival): string | null =>
  outcome?.attendanceId ?? item.attendanceId ?? null;

const timeOf = ({ item, outcome }: Arrival): string => outcome?.checkedInAt ?? item.at;
