import { PAST_DATE_MESSAGE } from '@minga/contract/activities';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anActivity, unwritten } from '../../../../test/activity.ts';
import { activityDraftSchema, emptyDraft, responsibleNames, toCopy, toDraft } from './activity-draft.ts';
import { emptyNeed } from './draft-parts.ts';

describe('activity-draft', () => {
  // 20:30 of 21 November in Popayán, already the 22nd in London.
  const lateEvening = new Date('2026-11-22T01:30:00.000Z');

  afterEach(() => vi.useRealTimers());

  const valid = { ...emptyDraft, title: 'Siembra de árboles', date: '2099-12-05 09:00:00' };

  test('parses a complete draft into the contract’s fields', () => {
    const draft = activityDraftSchema().parse({
      ...valid,
      title: '  Minga  ',
      place: ' Cerro ',
      responsible: 'Ana, , Luis ,',
    });

    expect(draft).toEqual({
      title: 'Minga',
      description: '',
      place: 'Cerro',
      date: new Date('2099-12-05T14:00:00.000Z'),
      ...unwritten,
      repeat: null,
      responsible: ['Ana', 'Luis'],
      image: null,
    });
  });

  test('a goal is read as people write it', () => {
    const goals = [{ label: ' Sembrar ', target: '1.200', unit: 'árboles' }];
    expect(activityDraftSchema().parse({ ...valid, goals }).goals).toEqual([
      { label: 'Sembrar', target: 1200, unit: 'árboles' },
    ]);
  });

  test.each(['', 'muchos', '0', '1000001'])('a goal of «%s» is rejected', target => {
    const goals = [{ label: 'Sembrar', target, unit: 'árboles' }];
    expect(activityDraftSchema().safeParse({ ...valid, goals }).error?.issues).toMatchObject([
      { path: ['goals', 0, 'target'], message: 'La meta debe ser un número entero de 1 a 1.000.000' },
    ]);
  });

  test.each([
    ['1.000', 1000],
    ['12', 12],
  ])('a quantity is read as people write it: %s', (quantity, parsed) => {
    const needs = [{ ...emptyNeed, name: 'Ladrillos', quantity }];
    expect(activityDraftSchema().parse({ ...valid, needs }).needs).toMatchObject([{ quantity: parsed }]);
  });

  test.each<readonly [string, object, string]>([
    ['no title', { title: '' }, 'El título es requerido'],
    ['a blank title', { title: ' \t ' }, 'El título es requerido'],
    ['a title of 91 characters', { title: 'a'.repeat(91) }, 'El título debe tener como máximo 90 caracteres'],
    ['a place of 41 characters', { place: 'a'.repeat(41) }, 'El lugar debe tener como máximo 40 caracteres'],
    [
      'responsible people of 71 characters',
      { responsible: 'a'.repeat(71) },
      'Los responsables deben tener como máximo 70 caracteres',
    ],
    [
      'a description of 2001 characters',
      { description: 'a'.repeat(2001) },
      'La descripción debe tener como máximo 2.000 caracteres',
    ],
    ['no date', { date: '' }, 'La fecha es requerida'],
    ...['0', '-3', 'veinte', '1,5', '100.001'].map(
      capacity =>
        [
          `a capacity of ${capacity}`,
          { capacity },
          'Los cupos deben ser un número entero de 1 a 100.000',
        ] as const,
    ),
    [
      'an end at the start',
      { endDate: '2099-12-05 09:00:00' },
      'La hora de fin debe ser posterior al inicio',
    ],
    ['an end after 15 days', { endDate: '2099-12-20 09:00:00' }, 'La actividad puede durar máximo 14 días'],
    [
      'a location without coordinates',
      { location: 'el parque' },
      'No encontramos una ubicación ahí: pega las coordenadas o el enlace largo de un mapa, o elige el punto en el mapa',
    ],
    [
      'directions of 301 characters',
      { directions: 'a'.repeat(301) },
      'Las indicaciones deben tener como máximo 300 caracteres',
    ],
  ])('rejects %s', (_, changes, message) => {
    const parsed = activityDraftSchema().safeParse({ ...valid, ...changes });
    expect(parsed.error?.issues.map(issue => issue.message)).toEqual([message]);
  });

  test.each([
    ['2026-11-20 23:59:00', [PAST_DATE_MESSAGE]],
    ['2026-11-21 00:00:00', undefined],
    ['2026-11-22 00:00:00', undefined],
  ])('on the evening of the 21st, %s: %j', (date, messages) => {
    vi.useFakeTimers({ now: lateEvening, toFake: ['Date'] });

    const parsed = activityDraftSchema().safeParse({ ...valid, date });
    expect(parsed.error?.issues.map(issue => issue.message)).toEqual(messages);
  });

  test('applies the limits after trimming', () => {
    expect(activityDraftSchema().safeParse({ ...valid, title: ` ${'a'.repeat(90)} ` }).success).toBe(true);
  });

  describe('questions', () => {
    const sizes = { label: ' ¿Talla? ', kind: 'choice', options: ' S \n\nM', required: true } as const;

    test('have one option in each line', () => {
      const { questions } = activityDraftSchema().parse({ ...valid, questions: [sizes] });
      expect(questions).toEqual([{ label: '¿Talla?', kind: 'choice', options: ['S', 'M'], required: true }]);
      const stored = { ...sizes, _id: '01930000-0000-7000-8000-0000000000c1', options: ['S', 'M'] };
      expect(toDraft(anActivity({ questions: [stored] })).questions).toEqual([
        { ...stored, options: 'S\nM' },
      ]);
    });

    test.each([
      [{ ...sizes, label: ' ' }, ['questions', 0, 'label'], 'Escribe la pregunta'],
      [
        { ...sizes, options: 'S' },
        ['questions', 0, 'options'],
        'Una pregunta de elegir lleva de 2 a 10 opciones distintas',
      ],
    ])('%o has an error at %j', (question, path, message) => {
      const { error } = activityDraftSchema().safeParse({ ...valid, questions: [question] });
      expect(error?.issues).toMatchObject([{ path, message }]);
    });
  });

  describe('a past activity', () => {
    const past = {
      ...valid,
      description: '',
      place: 'Cerro',
      responsible: ['Ana', 'Luis'],
      // The picker has no milliseconds.
      date: '2020-01-01T15:00:00.123Z',
      endDate: '2020-01-01T17:30:00.456Z',
      location: { latitude: 2.4448, longitude: -76.6147 },
      directions: 'La casa azul',
      questions: [],
      needs: [],
      goals: [],
      needsRequired: false,
      contact: 'email' as const,
      capacity: 12,
      companionsMax: 2,
      hasWaitingList: false,
      asksAgain: true,
      collective: null,
      category: 'ambiente' as const,
      tags: ['río', 'limpieza'],
      image: '/imagenes/a/1280.webp',
    };
    const draft = toDraft(past);

    test('is converted to the form’s values', () => {
      expect(draft).toMatchObject({ place: 'Cerro', responsible: 'Ana, Luis', image: 'current' });
      expect(draft.date).toBe('2020-01-01 10:00:00');
      expect(draft.endDate).toBe('2020-01-01 12:30:00');
      expect(draft.location).toBe('2.4448, -76.6147');
      expect([draft.capacity, draft.companionsMax, draft.hasWaitingList]).toEqual(['12', '2', false]);
      expect(draft.asksAgain).toBe(true);
      expect([draft.category, draft.tags]).toEqual(['ambiente', 'río, limpieza']);
      expect(activityDraftSchema(past).parse(draft)).toMatchObject({ category: 'ambiente', tags: past.tags });
    });

    test('keeps its unchanged dates with milliseconds', () => {
      const { date, endDate, location } = activityDraftSchema(past).parse(draft);
      expect([date, endDate]).toEqual([new Date(past.date), new Date(past.endDate)]);
      expect(location).toEqual(past.location);
    });

    test.each(['2020-01-01 10:01:00', '2020-01-02 10:00:00'])('cannot be moved to %s', date => {
      const parsed = activityDraftSchema(past).safeParse({ ...draft, endDate: '', date });
      expect(parsed.error?.issues.map(issue => issue.message)).toEqual([PAST_DATE_MESSAGE]);
    });
  });

  test.each([
    ['', null],
    [' ', null],
    ['20', 20],
    ['1.200', 1200],
    ['1 200', 1200],
  ])('the capacity %j is %j', (text, capacity) => {
    expect(activityDraftSchema().parse({ ...valid, capacity: text }).capacity).toBe(capacity);
  });

  // docs/rules.md R15.5
  test('a copy has the next date on the same weekday, and what is asked without its ids', () => {
    vi.useFakeTimers({ now: lateEvening, toFake: ['Date'] });
    const question = { _id: 'q', label: '¿Carro?', kind: 'yesno' as const, options: [], required: false };
    const need = {
      _id: 'n',
      kind: 'task' as const,
      name: 'Cocina',
      quantity: 3,
      taken: 2,
      note: '',
      startsAt: '2026-11-07T13:00:00.000Z',
      endsAt: '2026-11-07T15:00:00.000Z',
    };
    const activity = anActivity({
      date: '2026-11-07T14:00:00.000Z',
      endDate: '2026-11-07T18:00:00.000Z',
      questions: [question],
      needs: [need],
      capacity: 20,
    });
    const copy = toCopy(activity, null);
    expect(copy).toMatchObject({
      title: activity.title,
      date: '2026-11-28 09:00:00',
      endDate: '2026-11-28 13:00:00',
      capacity: '20',
      image: null,
    });
    expect(copy.questions).toEqual([{ label: '¿Carro?', kind: 'yesno', options: '', required: false }]);
    expect(copy.needs).toEqual([
      {
        kind: 'task',
        name: 'Cocina',
        quantity: '3',
        note: '',
        startsAt: '2026-11-28T08:00',
        endsAt: '2026-11-28T10:00',
      },
    ]);
  });

  describe('the collective', () => {
    const collective = {
      _id: '01950000-0000-7000-8000-00000000000a',
      slug: 'guardianes-del-rio',
      name: 'Guardianes del Río',
      isVerified: true,
    };
    const other = '01950000-0000-7000-8000-00000000000b';

    test.each([
      ['stays without one', null, '', undefined],
      ['gets one', null, other, other],
      ['keeps its own', collective, collective._id, undefined],
      ['changes to another', collective, other, other],
      ['leaves its own', collective, '', null],
    ])('%s', (_, current, picked, sent) => {
      const edited = anActivity({ collective: current });
      const draft = { ...toDraft(edited), collectiveId: picked };
      expect(activityDraftSchema(edited).parse(draft).collectiveId).toBe(sent);
    });
  });
});

describe('responsible-names', () => {
  test.each([
    ['', []],
    ['Ana', ['Ana']],
    ['Ana,', ['Ana']],
    ['Ana,Luis', ['Ana', 'Luis']],
    [' Ana , , Luis ', ['Ana', 'Luis']],
  ])('%j is %j', (text, names) => {
    expect(responsibleNames(text)).toEqual(names);
  });
});
