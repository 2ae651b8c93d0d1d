import type { Attendance } from '@minga/contract/attendance';
import { DELETED_NAME } from '@minga/contract/text';
import { describe, expect, test } from 'vitest';
import { aNeed } from '../../../test/need.ts';
import { aParticipant } from '../../../test/participant.ts';
import { mergePages, nextOffset } from '../../lib/server/pages.ts';
import {
  listText,
  needsOverview,
  ofStanding,
  type ParticipantPages,
  personText,
  placesSummary,
  standingChoices,
  standingText,
  takenField,
  withoutParticipant,
  withParticipant,
  withUpdated,
} from './model.ts';

describe('participant-pages', () => {
  const list = (total: number, ...pages: number[][]): ParticipantPages => ({
    pages: pages.map(numbers => ({ rows: numbers.map(number => aParticipant(number)), total })),
    pageParams: pages.map((_, index) => index),
  });
  const numbers = ({ rows }: { rows: Attendance[] }) =>
    rows.map(({ email }) => Number(/\d+/.exec(email)?.[0]));
  const pagesOf = (data: ParticipantPages) => data.pages.map(numbers);
  const next = ({ pages }: ParticipantPages) => nextOffset(pages.at(-1) ?? { rows: [], total: 0 }, pages);

  test('a removal shortens the page, the total and the next offset', () => {
    const data = withoutParticipant(list(9, [1, 2], [3, 4]), aParticipant(2)._id);
    expect([pagesOf(data), mergePages(data).total, next(data)]).toEqual([[[1], [3, 4]], 8, 3]);
  });

  test('removing an unknown participant changes nothing', () => {
    const data = list(2, [1, 2]);
    expect(withoutParticipant(data, aParticipant(7)._id)).toBe(data);
  });

  test.each<[string, ParticipantPages, number, number[][]]>([
    ['at the beginning', list(3, [2, 3], [4]), 1, [[1, 2, 3], [4]]],
    ['in the middle', list(3, [1, 3], [4]), 2, [[1, 2, 3], [4]]],
    [
      'between two pages',
      list(3, [1, 2], [4]),
      3,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'at the end of all',
      list(3, [1, 2], [3]),
      4,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['into an empty list', list(0, []), 1, [[1]]],
    ['beyond the loaded pages', list(9, [1, 2], [3]), 8, [[1, 2], [3]]],
  ])('inserts a participant %s', (_, data, number, pages) => {
    const after = withParticipant(data, aParticipant(number));
    expect(pagesOf(after)).toEqual(pages);
    expect(mergePages(after).total).toBe(mergePages(data).total + 1);
  });

  test('orders equal times by id', () => {
    const { createdAt } = aParticipant(2);
    const after = withParticipant(list(2, [2, 3]), aParticipant(1, { createdAt }));
    expect(pagesOf(after)).toEqual([[1, 2, 3]]);
  });

  test('does not add a participant twice', () => {
    const data = list(2, [1, 2]);
    expect(withParticipant(data, aParticipant(2))).toBe(data);
  });

  test('updates a participant in place', () => {
    const changed = aParticipant(2, { name: 'Luz' });
    const after = withUpdated(list(3, [1, 2], [3]), changed);
    expect(mergePages(after).rows.map(({ name }) => name)).toEqual(['Persona 1', 'Luz', 'Persona 3']);
    expect(mergePages(after).total).toBe(3);
  });
});

describe('participant-standing', () => {
  const now = new Date('2026-11-21T14:00:00.000Z');
  const offerExpiresAt = '2026-11-21T23:00:00.000Z';

  test.each([
    [{}, ''],
    [{ companions: 1 }, 'Con 1 persona más'],
    [{ status: 'waiting' as const, position: 2 }, 'En espera, puesto 2'],
    [{ status: 'waiting' as const, position: 1, companions: 2 }, 'Con 2 personas más · En espera, puesto 1'],
    [{ reconfirmed: true as const, companions: 1 }, 'Con 1 persona más · Sigue viniendo'],
    [{ askedAgainAt: offerExpiresAt, reconfirmed: true as const }, 'Sigue viniendo'],
    [{ askedAgainAt: offerExpiresAt }, 'No ha respondido si viene'],
    [{ status: 'offered' as const, offerExpiresAt }, 'Cupo ofrecido hasta las 6:00 p. m.'],
  ])('%j: %s', (changes, text) => {
    expect(standingText(aParticipant(1, changes), now).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
  });

  test.each([
    [null, { taken: 3, free: null, waiting: 0 }, 3, null],
    [null, { taken: 5, free: null, waiting: 0 }, 3, 'En total: 5 personas con cupo'],
    [20, { taken: 1, free: 19, waiting: 0 }, 1, '1 de 20 cupos'],
    [20, { taken: 20, free: 0, waiting: 3 }, 15, 'En total: 20 de 20 cupos\u00a0· 3 en espera'],
  ])('a capacity of %j, %j in %d parties: %s', (capacity, places, total, text) => {
    expect(placesSummary({ capacity, places }, total)).toBe(text);
  });
});

describe('standing-filter', () => {
  const confirmed = aParticipant(1);
  const waiting = aParticipant(2, { status: 'waiting', position: 1 });
  const offered = aParticipant(3, { status: 'offered' });

  test('offers only what the list has', () => {
    const labels = (...people: (typeof waiting)[]) => standingChoices(people).map(({ label }) => label);
    expect(labels(confirmed, confirmed)).toEqual([]);
    expect(labels(confirmed, waiting, waiting)).toEqual(['Todas (3)', 'Con cupo (1)', 'En espera (2)']);
    expect(labels(offered)).toEqual(['Todas (1)', 'Cupo ofrecido (1)']);
    // In people, like the places.
    expect(labels(confirmed, { ...waiting, companions: 2 })).toEqual([
      'Todas (4)',
      'Con cupo (1)',
      'En espera (3)',
    ]);
  });

  test('offers those who left neither e-mail nor phone, with the people of the whole list', () => {
    const alone = { ...confirmed, email: '', phone: '', companions: 3 };
    const labels = (...call: Parameters<typeof standingChoices>) =>
      standingChoices(...call).map(({ label }) => label);
    expect(labels([confirmed, alone])).toEqual(['Todas (5)', 'Sin correo ni teléfono (4)']);
    // Of a list that is not loaded whole the rows tell no count.
    expect(labels([confirmed, alone], true, 40)).toEqual(['Todas', 'Sin correo ni teléfono (40)']);
    expect(labels([confirmed, confirmed], true, 40)).toEqual(['Todas', 'Sin correo ni teléfono (40)']);
    expect(labels([confirmed, alone], true)).toEqual(['Todas', 'Sin correo ni teléfono']);
    expect(labels([waiting, alone], true, 40)).toEqual([
      ...['Todas', 'Con cupo', 'En espera', 'Sin correo ni teléfono (40)'],
    ]);
    expect(labels([confirmed, confirmed], true)).toEqual([]);
    expect(labels([waiting, alone])).toEqual([
      ...['Todas (5)', 'Con cupo (4)', 'En espera (1)', 'Sin correo ni teléfono (4)'],
    ]);
    const anonymous = { ...alone, name: DELETED_NAME };
    const byPhone = { ...alone, phone: '+573001234567' };
    expect(labels([confirmed, anonymous, byPhone])).toEqual([]);
    expect(ofStanding([confirmed, alone, anonymous, byPhone], 'unreachable')).toEqual([alone]);
  });

  test('offers the answers of the day before if attendees were asked', () => {
    const asked = { ...confirmed, askedAgainAt: '2026-12-04T23:00:00.000Z' };
    const coming = { ...asked, reconfirmed: true as const, companions: 1 };
    expect(standingChoices([asked, coming]).map(({ label }) => label)).toEqual([
      ...['Todas (3)', 'Con cupo (3)', 'Siguen viniendo (2)', 'No han respondido (1)'],
    ]);
    expect(ofStanding([asked, coming, confirmed], 'coming')).toEqual([coming]);
    expect(ofStanding([asked, coming, confirmed], 'unanswered')).toEqual([asked]);
  });

  test('shows those who stand so', () => {
    const all = [confirmed, offered, waiting];
    expect(ofStanding(all, 'all')).toBe(all);
    expect(ofStanding(all, 'offered')).toEqual([offered]);
    expect(ofStanding(all, 'waiting')).toEqual([waiting]);
  });
});

describe('needs-overview', () => {
  test('names who takes on what', () => {
    const needs = [
      aNeed({ _id: 'a', taken: 1 }),
      aNeed({ _id: 'b', name: 'Palas', quantity: 1200, taken: 3 }),
      aNeed({ _id: 'c', name: 'Agua' }),
    ];
    const claims = [
      { needId: 'a', quantity: 1 },
      { needId: 'b', quantity: 2 },
    ];
    const people = [
      aParticipant(1, { name: 'Ana', claims }),
      aParticipant(2, { name: 'Luz', claims: [{ needId: 'b', quantity: 1 }] }),
      aParticipant(3),
    ];
    expect(needsOverview(needs, people)).toEqual([
      { id: 'a', text: 'Cocina: 1 de 2', people: ['Ana'] },
      { id: 'b', text: 'Palas: 3 de 1.200', people: ['Ana (2)', 'Luz'] },
      { id: 'c', text: 'Agua: 0 de 2', people: [] },
    ]);
  });
});

describe('taken-field', () => {
  const ana = aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org', phone: '+573105551234' });
  const anonymous = aParticipant(2, { name: 'Usuario eliminado', email: '' });

  test.each([
    ['a new person', 'Luz', 'luz@example.org', undefined, null],
    ['the phone of another', 'Luz', '310 555 1234', undefined, 'phone'],
    ['the phone of another with its country', 'Luz', '+57 (310) 555-1234', undefined, 'phone'],
    ['the end of a phone', 'Luz', '51234', undefined, null],
    ['another phone', 'Luz', '310 555 1235', undefined, null],
    ['the e-mail of another', 'Luz', 'ana@example.org', undefined, 'email'],
    ['the name of another', 'ANA ÑAÑEZ', 'luz@example.org', undefined, 'name'],
    ['one and the same person', 'Ana Ñañez', 'ana@example.org', ana._id, null],
    ['the name of another when editing', 'Ana Ñañez', 'luz@example.org', anonymous._id, 'name'],
    ['the name of deleted users', 'Usuario eliminado', 'luz@example.org', undefined, null],
  ] as const)('%s', (_, name, contact, ownId, field) => {
    const [email, phone] = contact.includes('@') ? [contact, ''] : ['', contact];
    expect(takenField([ana, anonymous], { name, email, phone }, ownId)).toBe(field);
  });
});

describe('whatsapp-texts', () => {
  const event = { title: 'Siembra', date: '2099-12-05T14:00:00.000Z', place: 'Parque Caldas' };
  const when = 'sábado, 5 de diciembre de 2099, 9:00 a. m., en Parque Caldas';
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  const now = new Date('2099-12-01T14:00:00.000Z');

  test.each([
    [{}, `Hola, Ana. Te esperamos en «Siembra»: ${when}.`],
    [
      { status: 'waiting' as const },
      `Hola, Ana. Sigues en la lista de espera de «Siembra» (${when}). Te escribo si se libera un cupo.`,
    ],
    [
      { status: 'offered' as const, offerExpiresAt: '2099-12-01T23:00:00.000Z' },
      `Hola, Ana. Hay un cupo para ti en «Siembra» (${when}). Te lo guardo hasta las 6:00 p. m. ¿Vienes?`,
    ],
    [
      { askedAgainAt: '2099-12-04T23:00:00.000Z' },
      `Hola, Ana. ¿Sigues viniendo a «Siembra» (${when})? Si no puedes, tu cupo le sirve a otra persona.`,
    ],
  ])('to a participant with %j', (values, text) => {
    expect(plain(personText(aParticipant(1, { name: 'Ana', ...values }), event, now))).toBe(text);
  });

  test('the list names those with a place, and counts the others', () => {
    const people = [
      aParticipant(1, { name: 'Ana', companions: 2 }),
      aParticipant(2, { name: 'Luz' }),
      aParticipant(3, { status: 'waiting', position: 1 }),
    ];
    expect(plain(listText(people, 3, event))).toBe(
      `*Siembra*\n${when}\n\n1. Ana (+2)\n2. Luz\n\nEn espera: 1`,
    );
    expect(plain(listText(people.slice(0, 2), 7, { ...event, place: '' }))).toBe(
      `*Siembra*\n${when.replace(', en Parque Caldas', '')}\n\n1. Ana (+2)\n2. Luz\n… y 5 más`,
    );
    const many = Array.from({ length: 200 }, (_, index) => aParticipant(index));
    expect(listText(many, 200, event).split('\n').at(-1)).toBe('… y 50 más');
  });
});
