import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, aUser, signedIn } from '../../../test/factories.ts';

const app = await testApp();
const { db } = app.platform;

it('concurrent viewers each get their activity with the fields visible to them', async () => {
  const owner = await signedIn(db);
  const other = await signedIn(db);
  const admin = await signedIn(db, { role: 'admin' });
  const shown = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      anActivity(db, { ownerId: owner.user.id, title: `Plan ${index}` }),
    ),
  );
  const hidden = await anActivity(db, {
    ownerId: owner.user.id,
    title: 'Oculta',
    status: 'rejected',
    rejectionReason: 'No',
  });
  const deleted = await anActivity(db, { ownerId: owner.user.id });
  const deletion = { method: 'DELETE', url: `/api/tasks/${deleted.id}`, headers: owner.headers } as const;
  expect((await app.inject(deletion)).statusCode).toBe(204);
  const unknown = (await aUser(db)).id;

  const viewers = { owner, other, admin };
  const calls = Object.entries(viewers).flatMap(([name, { headers }]) =>
    [...shown, hidden, deleted, { id: unknown, title: '' }].map(({ id, title }) => ({
      name,
      headers,
      id,
      title,
    })),
  );
  const replies = await Promise.all(
    calls.map(({ id, headers }, index) =>
      // Ids are case-insensitive.
      app.inject({ url: `/api/tasks/${index % 2 === 0 ? id : id.toUpperCase()}`, headers }),
    ),
  );
  for (const [index, { name, id, title }] of calls.entries()) {
    const isHidden = id === unknown || (id === hidden.id && name === 'other');
    const visible = isHidden ? { code: 'NOT_FOUND' } : { _id: id, title, isOwner: name === 'owner' };
    expect(replies[index]?.json()).toMatchObject(id === deleted.id ? { code: 'DELETED' } : visible);
  }
});
