import { withdrawalReasons } from '@minga/contract/hours';
import { SITE_NAME } from '@minga/contract/site-words';
import { describe, expect, it } from 'vitest';
import { decideHours, isOrganiserAsked, type LostHours, lostHoursAdvice } from './rules.ts';

describe('hours rules', () => {
  const party = (id: string, hours: number | null = null, isSelfCheckedIn = false) => ({
    id,
    hours,
    isSelfCheckedIn,
  });
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

    it.each([
      ['counted', {}, { a: 3, b: 3 }, { confirmed: 2, self: 1 }],
      ['left out', { withoutSelf: true }, { a: 3 }, { confirmed: 1, self: 0 }],
      [
        'left out except one',
        { withoutSelf: true, except: [except('b', 1)] },
        { a: 3, b: 1 },
        { confirmed: 2, self: 1 },
      ],
    ])('parties that checked themselves in: %s', (_what, given, hours, counts) => {
      const decision = decideHours([party('a'), party('b', null, true)], { hours: 3, ...given });
      expect(decision).toMatchObject(counts);
      expect(Object.fromEntries((decision?.changes ?? []).map(change => [change.id, change.hours]))).toEqual(
        hours,
      );
    });

    it('rejects an exception of an attendee of another activity', () => {
      expect(decideHours([party('a')], { hours: 3, except: [except('c', 1)] })).toBeNull();
    });
  });
});

describe('lost hours rules', () => {
  const none = { contactEmail: null, contactPhone: null };
  const both = { contactEmail: 'hola@minga.example', contactPhone: '+57 602 555 0101' };

  const ORGANISER = 'quien organizó la actividad';
  const ADMINISTRATION = `quien administra ${SITE_NAME}`;
  /** The people whom the advice names while the organiser can be contacted. */
  const asked: [LostHours['because'], string[]][] = [
    ['removed', [ORGANISER, ADMINISTRATION]],
    ['removed-by-organiser', [ORGANISER]],
    ['removed-by-admin', [ADMINISTRATION]],
    ['cancelled', [ORGANISER]],
    ['rejected', [ADMINISTRATION]],
    ['check-in-undone', [ORGANISER]],
    ['corrected', [ORGANISER]],
    ['replaced', [ORGANISER]],
    [null, [ORGANISER, ADMINISTRATION]],
  ];
  const namedIn = (text: string) => [ORGANISER, ADMINISTRATION].filter(one => text.includes(one));

  it('every reason has a row here', () => {
    const reasons = asked.map(([because]) => because);
    expect(reasons).toEqual(expect.arrayContaining([...withdrawalReasons]));
  });

  describe.each(asked)('hours lost because %s', (because, named) => {
    it('name who can be asked', () => {
      const lost = { because, isOrganiserThere: true };
      expect(namedIn(lostHoursAdvice(lost, none))).toEqual(named);
      expect(isOrganiserAsked(lost)).toBe(named.includes(ORGANISER));
    });

    it('name the administration alone once there is no organiser to ask', () => {
      const lost = { because, isOrganiserThere: false };
      expect(namedIn(lostHoursAdvice(lost, none))).toEqual([ADMINISTRATION]);
      expect(isOrganiserAsked(lost)).toBe(false);
    });

    it('say how the administration is reached, if the site has a contact', () => {
      const advice = lostHoursAdvice({ because, isOrganiserThere: true }, both);
      const ways = `habla con quien administra ${SITE_NAME}: escribe a hola@minga.example o llama al +57 602 555 0101.`;
      expect(advice.endsWith(ways)).toBe(named.includes(ADMINISTRATION));
      expect(advice.endsWith('.') && !advice.endsWith('..')).toBe(true);
    });
  });
});
