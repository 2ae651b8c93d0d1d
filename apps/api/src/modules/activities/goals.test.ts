import type { Goal } from '@minga/contract/goals';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { seriesCalls } from '../../../test/series-fixture.ts';
import { editGoals } from './goals.ts';
import { activities } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const { send, published, edit, read } = seriesCalls(app);
const trees = { label: 'Sembrar', target: 300, unit: 'árboles' };
const litter = { label: 'Recoger', target: 40, unit: 'bultos' };
const single = { repeat: undefined };

beforeEach(() => app.setNow(NOON));

const note = (id: string, goalId: string, reached: unknown, headers: Record<string, string>) =>
  send('PATCH', `/tasks/${id}/goals/${goalId}`, { reached }, headers);

/** An activity with two goals. */
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
      ...{ status: 400, message: ['Lo logrado debe ser un número entero desde 0'] },
    });
    expect((await read(id)).goals).toEqual(goals);
  });

  it('is for organisers, and of goals that exist', async () => {
    const { id, owner, goals } = await withGoals();
    const { headers } = await signedIn(db);
    const goalId = goals[0]?._id ?? '';
    expect(errorOf(await note(id, goalId, 1, headers))).toMatchObject({ status: 403 });
    expect(errorOf(await note(id, id, 1, owner))).toMatchObject({
      ...{ status: 404, message: 'Meta no encontrada' },
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
