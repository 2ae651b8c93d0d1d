import { withdrawalReasons } from '@minga/contract/hours';
import { describe, expect, it } from 'vitest';
import { isOrganiserAsked, type LostHours, lostHoursAdvice } from './lost-hours-rules.ts';

const none = { contactEmail: null, contactPhone: null };
const both = { contactEmail: 'hola@minga.example', contactPhone: '+57 602 555 0101' };

const ORGANISER = 'quien organizó la actividad';
const ADMINISTRATION = 'quien administra Minga';
/** The people that the advice names while the organiser can be asked. */
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
    const ways =
      'habla con quien administra Minga: escribe a hola@minga.example o llama al +57 602 555 0101.';
    expect(advice.endsWith(ways)).toBe(named.includes(ADMINISTRATION));
    expect(advice.endsWith('.') && !advice.endsWith('..')).toBe(true);
  });
});
