import type { Activity } from '@minga/contract/activities';
import type { Goal } from '@minga/contract/goals';
import type { Need } from '@minga/contract/needs';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf } from '../../../../test/requests.ts';
import { seriesCalls } from '../../../../test/series-fixture.ts';
import { activities } from '../schema.ts';
import { editGoals } from './rules.ts';

describe('needs', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { send } = attendanceCalls(app);
  const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };
  const cooking = { kind: 'task', name: 'Cocina', quantity: 2 };
  const spades = { kind: 'thing', name: 'Palas', quantity: 3, note: 'Con mango' };

  beforeEach(() => app.setNow(NOON));

  /** Publishes an activity that needs two cooks and three spades, unless `fields` contains other values. */
  async function needy(fields: object = {}) {
    const { headers } = await signedIn(db);
    const reply = await send('POST', '/tasks', { ...required, needs: [cooking, spades], ...fields }, headers);
    const { _id: id, needs } = reply.json() as { _id: string; needs: Need[] };
    return { id, owner: headers, needs };
  }

  const edit = (id: string, headers: Record<string, string>, fields: object) =>
    send('PUT', `/tasks/${id}`, { ...required, ...fields }, headers);
  const needsNow = async (id: string): Promise<Need[]> => (await app.inject(`/api/tasks/${id}`)).json().needs;

  describe('the needs of an activity', () => {
    const timed = { startsAt: '2026-12-05T13:00:00.000Z', endsAt: '2026-12-05T15:00:00.000Z' };

    it('are stored in order, keep their identity by _id, stay when left out, and are cleared by null', async () => {
      const { id, owner, needs } = await needy({ needs: [{ ...cooking, ...timed }, spades] });
      expect(needs).toEqual([
        { _id: expect.any(String), ...cooking, ...timed, note: '', taken: 0 },
        { _id: expect.any(String), ...spades, startsAt: null, endsAt: null, taken: 0 },
      ]);
      const [first, second] = needs;
      expect((await edit(id, owner, {})).json()).toMatchObject({ needs, needsRequired: false });
      const changed = [{ ...second, quantity: 5 }, first, { kind: 'thing', name: 'Agua', quantity: 1 }];
      const saved = (await edit(id, owner, { needs: changed, needsRequired: true })).json();
      expect(saved.needs).toMatchObject([{ _id: second?._id, quantity: 5 }, first, { name: 'Agua' }]);
      expect(saved.needsRequired).toBe(true);
      expect((await edit(id, owner, { needs: JSON.stringify([first]) })).json().needs).toEqual([first]);
      expect((await edit(id, owner, { needs: null, needsRequired: null })).json()).toMatchObject({
        needs: [],
        needsRequired: false,
      });
    });

    it('are in lists what a card says of them', async () => {
      const { id, owner } = await needy({
        questions: [{ label: '¿Talla?', kind: 'text', required: false }],
      });
      const { id: covered } = await needy({ needs: null });
      const lists = ['others', 'promoted', 'search'].map(name => `/tasks/${name}?limit=500`);
      await db.update(activities).set({ promotionStart: NOON, promotionEnd: new Date('2026-12-01') });
      for (const url of [...lists, '/tasks?gestiono=true']) {
        const rows: Activity[] = (await app.inject({ url: `/api${url}`, headers: owner })).json();
        const row = rows.find(({ _id }) => _id === id);
        if (row === undefined) continue;
        expect(row).toMatchObject({
          hasNeeds: true,
          hasQuestions: true,
          missing: { kind: 'task', name: 'Cocina', quantity: 2, others: 1, areTasks: false },
        });
        expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['needs']));
        expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['questions']));
      }
      const found: Activity[] = (await app.inject('/api/tasks/search')).json();
      expect(found.find(({ _id }) => _id === covered)).toMatchObject({
        hasNeeds: false,
        hasQuestions: false,
        missing: null,
      });
      // The response for one activity contains the same summary, and the needs and questions.
      expect((await app.inject(`/api/tasks/${id}`)).json()).toMatchObject({
        hasNeeds: true,
        hasQuestions: true,
        needs: [cooking, spades],
        questions: [{ label: '¿Talla?' }],
        missing: { kind: 'task', name: 'Cocina', quantity: 2, others: 1, areTasks: false },
      });
    });

    it('lists have 100 rows at most without a session, and say how many there are', async () => {
      const { user, headers } = await signedIn(db);
      await db.insert(activities).values(
        Array.from({ length: 105 }, (_, index) => ({
          ownerId: user.id,
          title: `Minga ${index}`,
          description: '',
          place: '',
          responsible: [],
          date: new Date('2026-12-05T14:00:00Z'),
          createdAt: NOON,
          updatedAt: NOON,
        })),
      );
      const total = (await app.inject('/api/tasks/search?limit=1')).headers['x-total-count'];
      for (const url of ['/api/tasks/others', '/api/tasks/search?limit=500']) {
        const reply = await app.inject(url);
        expect(reply.json()).toHaveLength(100);
        expect(reply.headers['x-total-count']).toBe(total);
      }
      const own = await app.inject({ url: '/api/tasks', headers });
      expect(own.json()).toHaveLength(105);
      expect(own.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('of a copy are new ones', async () => {
      const { needs, owner } = await needy();
      const copy = (await send('POST', '/tasks', { ...required, needs }, owner)).json();
      expect(copy.needs).toMatchObject([cooking, spades]);
      expect(copy.needs[0]._id).not.toBe(needs[0]?._id);
    });

    it.each<[string, unknown, string]>([
      ['a wrong kind', [{ ...cooking, kind: 'person' }], 'Lo que se necesita debe ser «task» o «thing»'],
      ['no name', [{ ...cooking, name: ' ' }], 'Escribe qué se necesita'],
      [
        'a long name',
        [{ ...cooking, name: 'a'.repeat(61) }],
        'El nombre debe tener como máximo 60 caracteres',
      ],
      ...[0, 1001, 1.5, 'dos'].map((quantity): [string, unknown, string] => [
        `quantity ${quantity}`,
        [{ ...cooking, quantity }],
        'La cantidad debe ser un número entero de 1 a 1.000',
      ]),
      [
        'a long note',
        [{ ...spades, note: 'a'.repeat(201) }],
        'La nota debe tener como máximo 200 caracteres',
      ],
      [
        'one time',
        [{ ...cooking, startsAt: timed.startsAt }],
        'Escribe la hora de inicio y la de fin, o ninguna',
      ],
      ['times of a thing', [{ ...spades, ...timed }], 'Solo las tareas llevan horario'],
      [
        'times in the wrong order',
        [{ ...cooking, startsAt: timed.endsAt, endsAt: timed.startsAt }],
        'La tarea debe terminar después de empezar',
      ],
      [
        'a day without a time',
        [{ ...cooking, startsAt: '2026-12-05', endsAt: timed.endsAt }],
        'La hora debe llevar fecha y hora',
      ],
      [
        'a task too early',
        [{ ...cooking, startsAt: '2026-12-04T13:59:59.000Z', endsAt: timed.endsAt }],
        'El horario de «Cocina» debe estar entre un día antes del inicio y un día después del fin de la actividad',
      ],
      ['too many', Array(41).fill(cooking), 'Puedes pedir como máximo 40 tareas y cosas'],
      ['no list', 'no', 'Lo que se necesita debe ser una lista'],
      ['no objects', [7], 'Lo que se necesita debe ser una lista de objetos'],
      [
        'an unknown one',
        [{ ...cooking, _id: '01980000-0000-7000-8000-000000000009' }],
        'Una de las tareas o cosas ya no existe: abre de nuevo la actividad',
      ],
      ['a wrong id', [{ ...cooking, _id: 'uno' }], 'Identificador no válido'],
    ])('are refused with %s, and nothing changes', async (_what, wrong, message) => {
      const { id, owner, needs } = await needy();
      const reply = await edit(id, owner, { title: 'Otra', needs: wrong });
      expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(reply.json().message).toContain(message);
      expect(await needsNow(id)).toEqual(needs);
    });

    it('may not be named twice, and needsRequired is true or false', async () => {
      const { id, owner, needs } = await needy();
      expect(errorOf(await edit(id, owner, { needs: [needs[0], needs[0]] }))).toMatchObject({
        message: ['Una tarea o cosa está dos veces'],
      });
      expect(errorOf(await edit(id, owner, { needsRequired: 'quizás' }))).toMatchObject({
        message: ['«needsRequired» debe ser «true» o «false»'],
      });
    });

    it('that are timed hold an activity near them when its date moves', async () => {
      const { id, owner } = await needy({ needs: [{ ...cooking, ...timed }] });
      const moved = { date: '2026-12-08T14:00:00.000Z' };
      expect(errorOf(await edit(id, owner, moved))).toMatchObject({ status: 400, code: 'VALIDATION' });
      const endDate = '2026-12-04T20:00:00.000Z';
      expect((await edit(id, owner, { date: '2026-12-04T14:00:00.000Z', endDate })).statusCode).toBe(200);
    });
  });
});

describe('goals', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { send, published, edit, read } = seriesCalls(app);
  const trees = { label: 'Sembrar', target: 300, unit: 'árboles' };
  const litter = { label: 'Recoger', target: 40, unit: 'bultos' };
  const single = { repeat: undefined };

  beforeEach(() => app.setNow(NOON));

  const note = (id: string, goalId: string, reached: unknown, headers: Record<string, string>) =>
    send('PATCH', `/tasks/${id}/goals/${goalId}`, { reached }, headers);

  /** Publishes an activity with two goals. */
  async function withGoals(fields: object = {}) {
    const { owner, first } = await published({ ...single, goals: [trees, litter], ...fields });
    return { id: first._id, owner, goals: first.goals };
  }

  describe('the goals of an activity', () => {
    it('are stored in order, keep what they have reached by _id, stay when left out, and are cleared by null', async () => {
      const { id, owner, goals } = await withGoals();
      expect(goals).toEqual([
        { _id: expect.any(String), ...trees, reached: 0 },
        { _id: expect.any(String), ...litter, reached: 0 },
      ]);
      const [first, second] = goals;
      expect((await note(id, first?._id ?? '', 120, owner)).json()).toEqual({ ...first, reached: 120 });
      expect((await edit(id, 'one', {}, owner)).json().goals).toEqual([{ ...first, reached: 120 }, second]);
      const changed = [second, { ...first, target: 400 }, { ...trees, label: 'Regar' }];
      const saved = (await edit(id, 'one', { goals: changed }, owner)).json().goals;
      expect(saved).toMatchObject([second, { ...first, target: 400, reached: 120 }, { reached: 0 }]);
      const text = JSON.stringify([second]);
      expect((await edit(id, 'one', { goals: text }, owner)).json().goals).toEqual([second]);
      expect((await edit(id, 'one', { goals: null }, owner)).json().goals).toEqual([]);
    });

    it('of a copy are new ones that have reached nothing', async () => {
      const { id, owner, goals } = await withGoals();
      await note(id, goals[0]?._id ?? '', 120, owner);
      const copy = await published({ ...single, goals: (await read(id)).goals });
      expect(copy.first.goals).toMatchObject([{ ...trees, reached: 0 }, litter]);
      expect(copy.first.goals[0]?._id).not.toBe(goals[0]?._id);
    });

    it('of a series are the same in each occurrence, which reaches its own', async () => {
      const { owner, ids, first } = await published({ goals: [trees] });
      const [goal] = first.goals;
      for (const [index, id] of ids.entries()) {
        expect((await read(id)).goals).toEqual([goal]);
        await note(id, goal?._id ?? '', 10 * (index + 1), owner);
      }
      await edit(ids[0] ?? '', 'all', { goals: [{ ...goal, target: 500 }, litter] }, owner);
      const after = await Promise.all(ids.map(id => read(id)));
      expect(after.map(({ goals }) => goals.map(({ reached }) => reached))).toEqual([
        [10, 0],
        [20, 0],
        [30, 0],
      ]);
      expect(new Set(after.map(({ goals }) => goals[1]?._id)).size).toBe(1);
      const unknown = [{ ...trees, _id: '0199aaaa-0000-7000-8000-000000000009' }];
      expect((await edit(ids[0] ?? '', 'all', { goals: unknown }, owner)).statusCode).toBe(400);
    });

    it.each<[string, unknown, string]>([
      ['no label', [{ ...trees, label: ' ' }], 'Escribe qué quieren lograr'],
      ['a long label', [{ ...trees, label: 'x'.repeat(61) }], 'debe tener como máximo 60 caracteres'],
      ['no unit', [{ ...trees, unit: '' }], 'Escribe de qué es la meta'],
      ['a long unit', [{ ...trees, unit: 'x'.repeat(21) }], 'debe tener como máximo 20 caracteres'],
      ['nothing to reach', [{ ...trees, target: 0 }], 'La meta debe ser un número entero de 1 a 1.000.000'],
      ['too much', [{ ...trees, target: 1_000_001 }], 'La meta debe ser un número entero de 1 a 1.000.000'],
      ['half a tree', [{ ...trees, target: 1.5 }], 'La meta debe ser un número entero de 1 a 1.000.000'],
      ['no list', 'árboles', 'Las metas deben ser una lista'],
      ['six', Array(6).fill(trees), 'Puedes poner como máximo 5 metas'],
      [
        'an unknown one',
        [{ ...trees, _id: '0199aaaa-0000-7000-8000-000000000009' }],
        'Una de las metas ya no existe',
      ],
    ])('reject %s', async (_what, wrong, message) => {
      const { id, owner, goals } = await withGoals();
      const { status, message: said } = errorOf(await edit(id, 'one', { goals: wrong }, owner));
      expect([status, [said].flat().join(' ')]).toEqual([400, expect.stringContaining(message)]);
      expect((await read(id)).goals).toEqual(goals);
    });
  });

  describe('PATCH /tasks/{id}/goals/{goalId}', () => {
    it('may exceed the target, and loses nothing when two organisers note different goals at once', async () => {
      const { id, owner, goals } = await withGoals();
      const replies = await concurrently(2, number =>
        note(id, goals[number]?._id ?? '', number === 0 ? 450 : 12, owner),
      );
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect((await read(id)).goals.map(({ reached }) => reached)).toEqual([450, 12]);
    });

    it.each([-1, 1.5, '10', null, 1_000_000_001])('rejects %j', async reached => {
      const { id, owner, goals } = await withGoals();
      expect(errorOf(await note(id, goals[0]?._id ?? '', reached, owner))).toMatchObject({
        status: 400,
        message: ['Lo logrado debe ser un número entero desde 0'],
      });
      expect((await read(id)).goals).toEqual(goals);
    });

    it('is for organisers, and of goals that exist', async () => {
      const { id, owner, goals } = await withGoals();
      const { headers } = await signedIn(db);
      const goalId = goals[0]?._id ?? '';
      expect(errorOf(await note(id, goalId, 1, headers))).toMatchObject({ status: 403 });
      expect(errorOf(await note(id, id, 1, owner))).toMatchObject({
        status: 404,
        message: 'Meta no encontrada',
      });
      expect((await note(id, goalId.toUpperCase(), 7, owner)).json()).toMatchObject({ reached: 7 });
    });

    it('the database refuses a sixth goal', async () => {
      const { id, goals } = await withGoals();
      const six: Goal[] = Array(6).fill(goals[0]);
      const update = db.update(activities).set({ goals: six }).where(eq(activities.id, id));
      await expect(update).rejects.toThrow();
    });
  });

  it('a written goal cannot set what it has reached', () => {
    const written = { ...trees, reached: 5 };
    expect(editGoals([], [written]).goals).toMatchObject([{ reached: 0 }]);
  });
});
