import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { activityMemories } from '../activities/schema.ts';
import { notifications } from '../notifications/schema.ts';

const app = await testApp();
const { db } = app.platform;
const { report, decide, undo, cases, activity, caseOf, afterUndoWindow } = reportCalls(app);
const admin = await signedIn(db, { role: 'admin' });

beforeEach(() => app.setNow(NOON));

/** A memory that a report has hidden, its effects carried out unless `isRecent`. */
async function hiddenMemory({ isRecent = false, decision = 'hide' as 'hide' | 'delete' } = {}) {
  const owner = await signedIn(db);
  const { id, title } = await anActivity(db, {
    ownerId: owner.user.id,
    date: new Date('2026-11-01T14:00:00Z'),
  });
  const write = (text: string) =>
    app.inject({
      method: 'PUT',
      url: `/api/tasks/${id}/memory`,
      headers: { ...owner.headers },
      payload: { text },
    });
  await write('Con la cédula');
  await report({ type: 'memory', id });
  await decide(admin.headers, id, decision, 'memory');
  if (!isRecent) await afterUndoWindow();
  return { id, title, owner, write };
}

const shown = async (id: string) => (await activity(id)).json().memory;
const openTargets = async () =>
  (await cases(admin.headers)).json().map(({ target }: { target: { id: string } }) => target.id);
const titlesOf = async (userId: string) =>
  (await db.select().from(notifications).where(eq(notifications.userId, userId))).map(({ title }) => title);

it('stays hidden when its organiser saves it, and a moderator shows it again', async () => {
  const { id, owner, write } = await hiddenMemory();
  expect((await write('Sin la cédula')).json().memory).toMatchObject({
    text: 'Sin la cédula',
    isHidden: true,
  });
  expect(await shown(id)).toBeNull();
  const [first] = (await cases(admin.headers)).json();
  expect(first).toMatchObject({
    ...{ status: 'open', openedAt: minutesLater(10).toISOString() },
    target: { id, text: 'Sin la cédula', status: 'hidden' },
    decision: { decision: 'hide', note: 'Vende de todo' },
  });
  app.setNow(NOON);
  expect((await decide(admin.headers, id, 'dismiss', 'memory')).json().target.status).toBe('visible');
  expect(await shown(id)).toEqual({ text: 'Sin la cédula', images: [] });
  await undo(admin.headers, id, 'memory');
  expect(await shown(id)).toBeNull();
  await decide(admin.headers, id, 'dismiss', 'memory');
  await afterUndoWindow();
  expect(await titlesOf(owner.user.id)).toEqual([
    'Ocultamos algo que publicaste',
    'Tu memoria vuelve a estar publicada',
  ]);
});

it('stays hidden when a moderator says so again', async () => {
  const { id, owner, write } = await hiddenMemory();
  await write('Otra vez con la cédula');
  app.setNow(NOON);
  await decide(admin.headers, id, 'hide', 'memory');
  await afterUndoWindow();
  expect(await shown(id)).toBeNull();
  expect(await titlesOf(owner.user.id)).toEqual(['Ocultamos algo que publicaste', 'Revisamos tu memoria']);
});

it('does not become visible by removing it and writing another one', async () => {
  const { id, owner, write } = await hiddenMemory();
  expect((await write('')).json().memory).toBeNull();
  expect((await activity(id, owner.headers)).json().memory).toBeNull();
  expect(await caseOf(id, 'memory')).toMatchObject({ status: 'closed' });
  expect((await write('Otra')).json().memory).toMatchObject({ text: 'Otra', isHidden: true });
  expect(await shown(id)).toBeNull();
  expect(await openTargets()).toContain(id);
});

it('edited within the ten minutes waits for a further decision, which tells its author alone', async () => {
  const { id, owner, write } = await hiddenMemory({ isRecent: true });
  await write('Sin la cédula');
  await afterUndoWindow();
  expect(await titlesOf(owner.user.id)).toEqual([]);
  expect(await caseOf(id, 'memory')).toMatchObject({ status: 'open', decision: 'hide', effectsDueAt: null });
});

it('that is being deleted is deleted, edited or not', async () => {
  const { id, owner, write } = await hiddenMemory({ isRecent: true, decision: 'delete' });
  await write('Sin la cédula');
  await afterUndoWindow();
  expect(await titlesOf(owner.user.id)).toEqual(['Eliminamos algo que publicaste']);
  expect(await db.$count(activityMemories, eq(activityMemories.activityId, id))).toBe(0);
});
