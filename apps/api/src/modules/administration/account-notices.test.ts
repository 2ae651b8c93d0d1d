import { UNDO_MS } from '@minga/contract/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { sendAccountNotices } from '../../../test/account-notices.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { concurrently } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { deactivationEmails, removalEmails } from '../accounts/managed/notice-service.ts';

// No e-mail leaves while the panel offers to undo its decision (docs/decisions/0025-undo-of-decisions.md).

const database = await testDatabase();
const [app, other] = [await testApp({}, database), await testApp({}, database)];
const { db } = app.platform;
const admin = await signedIn(db, { role: 'admin' });
const superadmin = await signedIn(db, { role: 'superadmin' });

afterEach(() => app.setNow(NOON));

const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

/** A decision that the panel offers to undo, and the undo. */
interface Undoable {
  readonly role: 'user' | 'admin';
  readonly decide: (id: string) => Promise<unknown>;
  readonly undo: (id: string) => Promise<unknown>;
  readonly subject: string;
  readonly undoneSubject: string;
}

const setActive = (isActive: boolean) => (id: string) =>
  app.inject({
    method: 'PATCH',
    url: `/api/admin-panel/users/${id}/status`,
    headers: admin.headers,
    payload: { isActive },
  });
const changeAdmin = (step: string) => (id: string) =>
  app.inject({ method: 'PATCH', url: `/api/admin/${id}/${step}`, headers: superadmin.headers });

const decisions: Record<string, Undoable> = {
  'a deactivated user': {
    role: 'user',
    decide: setActive(false),
    undo: setActive(true),
    subject: 'Tu cuenta de Minga está desactivada',
    undoneSubject: 'Tu cuenta de Minga vuelve a estar activa',
  },
  'a deactivated administrator': {
    role: 'admin',
    decide: changeAdmin('deactivate'),
    undo: changeAdmin('reactivate'),
    subject: 'Ya no administras Minga',
    undoneSubject: 'Vuelves a administrar Minga',
  },
};

describe.each(Object.entries(decisions))('%s', (_name, { role, decide, undo, subject, undoneSubject }) => {
  it('is told once when the undo is over, by whichever process', async () => {
    const { id, email } = await aUser(db, { role });
    await decide(id);
    app.setNow(new Date(NOON.getTime() + UNDO_MS));
    await processDue(app.platform, [deactivationEmails, removalEmails]);
    expect(await subjectsTo(email)).toEqual([]);
    await concurrently(4, index => sendAccountNotices(index % 2 === 0 ? app : other));
    expect(await subjectsTo(email)).toEqual([subject]);
    await undo(id);
    expect((await subjectsTo(email)).toSorted()).toEqual([subject, undoneSubject].toSorted());
  });

  it('hears nothing of what was undone', async () => {
    const { id, email } = await aUser(db, { role });
    for (let time = 0; time < 2; time += 1) {
      await decide(id);
      await undo(id);
    }
    await sendAccountNotices(app);
    expect(await subjectsTo(email)).toEqual([]);
  });

  it('hears of the last decision after an undo', async () => {
    const { id, email } = await aUser(db, { role });
    for (const step of [decide, undo, decide]) await step(id);
    await sendAccountNotices(app);
    expect(await subjectsTo(email)).toEqual([subject]);
  });
});

it('a restored administrator who was deactivated as a user hears of the role', async () => {
  const { id, email } = await aUser(db, { role: 'user', formerAdmin: true });
  await setActive(false)(id);
  await changeAdmin('reactivate')(id);
  await sendAccountNotices(app);
  expect(await subjectsTo(email)).toEqual(['Vuelves a administrar Minga']);
});
