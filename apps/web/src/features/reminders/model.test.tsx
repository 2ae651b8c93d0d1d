import { describe, expect, test } from 'vitest';
import { ApiError } from '../../lib/server/api.ts';
import {
  choiceStatus,
  choicesSummary,
  confirmedChoices,
  dateText,
  descriptionText,
  errorReason,
  isDueAtOnce,
  newReminderForm,
  noticeText,
  placeText,
  savingErrorText,
  titleText,
  validationMessage,
} from './model.ts';

describe('choice', () => {
  const task = (id: string, date = '2026-12-05T14:00:00.000Z') => ({
    _id: id,
    title: `T ${id}`,
    date,
    place: 'Río',
  });
  const ids = (rows: unknown) => confirmedChoices(rows)?.map(({ _id }) => _id);

  test.each<[string, unknown, string[] | undefined]>([
    ['no list', { message: 'x' }, undefined],
    ['no attendance', [], []],
    [
      'each activity once',
      [
        { _id: '1', task: task('a') },
        { _id: '2', task: task('a') },
      ],
      ['a'],
    ],
    [
      'by ascending date, invalid dates last',
      [
        { _id: '1', task: task('c', 'mañana') },
        { _id: '2', task: task('b') },
        { _id: '3', task: task('a', '2026-12-04T14:00:00.000Z') },
      ],
      ['a', 'b', 'c'],
    ],
    [
      'drops entries without id, title or date',
      [
        null,
        { _id: '', task: task('a') },
        { _id: '1' },
        { _id: '1', task: 'a' },
        { _id: '1', task: { ...task('a'), title: '' } },
        { _id: '1', task: { ...task('a'), date: undefined } },
        { _id: '1', task: task('b') },
      ],
      ['b'],
    ],
  ])('%s', (_, rows, expected) => {
    expect(ids(rows)).toEqual(expected);
  });

  test('accepts activities without place and description', () => {
    expect(confirmedChoices([{ _id: '1', task: { ...task('a'), place: null } }])?.[0]).toMatchObject({
      place: '',
      description: '',
    });
  });
});

describe('choice-status', () => {
  // 10:00 in Bogotá.
  const NOW = new Date('2026-12-05T15:00:00.000Z');
  const on = (date: string, endDate: string | null = null) => ({
    _id: 'a',
    title: 'Siembra',
    place: '',
    description: '',
    date,
    endDate,
  });
  const TOMORROW = on('2026-12-06T05:00:00.000Z');
  const TONIGHT = on('2026-12-06T04:59:00.000Z');
  const YESTERDAY = on('2026-12-04T15:00:00.000Z');

  test.each([
    ['from the first minute of tomorrow', TOMORROW, [], null],
    ['later today', TONIGHT, [], '(Hoy)'],
    ['earlier today', on('2026-12-05T14:00:00.000Z'), [], '(Pasada)'],
    ['in progress', on('2026-12-05T14:00:00.000Z', '2026-12-05T16:00:00.000Z'), [], '(En curso)'],
    ['ended today', on('2026-12-05T13:00:00.000Z', '2026-12-05T14:00:00.000Z'), [], '(Pasada)'],
    ['yesterday', YESTERDAY, [], '(Pasada)'],
    ['no date at all', on('mañana'), [], '(Pasada)'],
    ['with a reminder', TOMORROW, ['a'], '(Ya configurada)'],
    ['past, with a reminder', YESTERDAY, ['a'], '(Pasada)'],
  ] as const)('%s', (_, choice, configured, mark) => {
    expect(choiceStatus(choice, new Set(configured), NOW)).toBe(mark);
  });

  test('summarises upcoming and past activities', () => {
    expect(choicesSummary([TOMORROW, TONIGHT, YESTERDAY], NOW)).toBe(
      'Encontradas 3 actividades confirmadas: 1 futuras, 2 pasadas',
    );
  });

  test.each([
    ['1', on('2026-12-06T15:00:00.000Z'), true],
    ['1', on('2026-12-06T15:00:01.000Z'), false],
    ['3', on('2026-12-08T14:00:00.000Z'), true],
    ['3', on('2026-12-09T14:00:00.000Z'), false],
    ['31', on('2026-12-08T14:00:00.000Z'), false],
    ['', on('2026-12-08T14:00:00.000Z'), false],
    ['3', TONIGHT, false],
  ])('%s days before %o is due at once: %s', (daysBefore, choice, expected) => {
    expect(isDueAtOnce(choice, daysBefore, new Set(), NOW)).toBe(expected);
    expect(isDueAtOnce(choice, daysBefore, new Set(['a']), NOW)).toBe(false);
  });
});

describe('days-before', () => {
  const INCOMPLETE = 'Por favor completa todos los campos.';
  const DAYS = 'Los días de anticipación deben ser un número entre 1 y 30.';
  const task = '01930000-0000-7000-8000-00000000000a';

  /** The form's message, or the parsed number of days. */
  function outcome(values: { task: string; daysBefore: string }) {
    const read = newReminderForm.safeParse(values);
    if (read.success) return read.data.daysBefore;
    const errors = read.error.issues.map(({ path, message }) => [path[0], { message }]);
    return validationMessage(Object.fromEntries(errors));
  }

  test.each([
    ['1', 1],
    ['30', 30],
    [' 7 ', 7],
    ['0', DAYS],
    ['31', DAYS],
    ['-1', DAYS],
    ['3.5', DAYS],
    ['tres', DAYS],
    ['', INCOMPLETE],
  ])('%j days', (daysBefore, expected) => {
    expect(outcome({ task, daysBefore })).toBe(expected);
  });

  test('reports a missing value first', () => {
    expect(outcome({ task: '', daysBefore: '3' })).toBe(INCOMPLETE);
    expect(outcome({ task: '', daysBefore: '99' })).toBe(INCOMPLETE);
  });

  test.each([
    [1, 'Notificar 1 día antes'],
    [2, 'Notificar 2 días antes'],
  ])('%i', (days, text) => {
    expect(noticeText(days)).toBe(text);
  });
});

describe('activity-texts', () => {
  test.each([
    ['2026-12-05T14:00:00.000Z', 'sáb, 5 dic 2026'],
    [undefined, 'Sin fecha'],
    ['', 'Sin fecha'],
    ['mañana', 'Fecha inválida'],
  ])('the date %j', (date, text) => {
    expect(dateText(date)).toBe(text);
  });

  test('missing values have a text', () => {
    expect([titleText(''), descriptionText(undefined), placeText('')]).toEqual([
      'Sin título',
      'Sin descripción',
      'Sin ubicación',
    ]);
    expect([titleText('a'), descriptionText('b'), placeText('c')]).toEqual(['a', 'b', 'c']);
  });
});

describe('error-reason', () => {
  const answered = (status: number, code: ApiError['code'] = 'VALIDATION') =>
    new ApiError(status, code, ['Lo que dijo', 'el servidor.']);

  test.each([
    [
      'a server error',
      answered(500, 'UNREADABLE'),
      'Error al guardar configuración: Error interno del servidor. Revisa los datos enviados.',
    ],
    ['an invalid request', answered(400), 'Error al guardar configuración: Lo que dijo el servidor.'],
    [
      'an invalid request without a message',
      answered(400, 'UNREADABLE'),
      'Error al guardar configuración: Datos inválidos',
    ],
    [
      'no session',
      answered(401, 'UNAUTHENTICATED'),
      'Error al guardar configuración: No autorizado. Inicia sesión nuevamente.',
    ],
    [
      'another reminder',
      answered(409, 'CONFLICT'),
      'Error al guardar configuración: Lo que dijo el servidor.',
    ],
    ['no message', answered(503, 'UNREADABLE'), 'Error al guardar configuración'],
  ])('saving: %s', (_, error, text) => {
    expect(savingErrorText(error)).toBe(text);
  });

  test('uses the fallback without a response from the server', () => {
    expect(errorReason(new Error('x'), 'Error desconocido al cargar actividades')).toBe(
      'Error desconocido al cargar actividades',
    );
  });
});
