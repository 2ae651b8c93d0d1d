import type { DoorPerson } from './door-people.ts';

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
