import { describe, expect, it } from 'vitest';
import { decideHours } from './hours-rules.ts';

const party = (id: string, hours: number | null = null) => ({ id, hours });
const except = (attendanceId: string, hours: number) => ({ attendanceId, hours });

describe('decideHours', () => {
  it.each([
    ['of everybody', [party('a'), party('b')], { hours: 3 }, { a: 3, b: 3 }, 2],
    [
      'with an exception',
      [party('a'), party('b')],
      { hours: 3, except: [except('B', 0.25)] },
      { a: 3, b: 0.25 },
      2,
    ],
    [
      'of one that did not help',
      [party('a'), party('b')],
      { hours: 3, except: [except('b', 0)] },
      { a: 3 },
      1,
    ],
    ['cleared', [party('a', 2)], { hours: 3, except: [except('a', 0)] }, { a: null }, 0],
    ['as before', [party('a', 3), party('b', 2)], { hours: 3, except: [except('b', 2)] }, {}, 2],
    ['without the earlier exception', [party('a', 1)], { hours: 3 }, { a: 3 }, 1],
    ['of no attendee', [], { hours: 3 }, {}, 0],
  ])('%s', (_what, parties, given, changes, confirmed) => {
    const decision = decideHours(parties, given);
    expect(Object.fromEntries((decision?.changes ?? []).map(({ id, hours }) => [id, hours]))).toEqual(
      changes,
    );
    expect(decision?.confirmed).toBe(confirmed);
  });

  it('rejects an exception of an attendee of another activity', () => {
    expect(decideHours([party('a')], { hours: 3, except: [except('c', 1)] })).toBeNull();
  });
});
