import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { sessions, users } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const password = 'maíz-y-café';

it('a row deleted by a concurrent request is a conflict, not a fault', async () => {
  const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
  const pending = await db.transaction(async tx => {
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await tx.delete(users).where(eq(users.id, user.id));
    const reply = app.inject({
      method: 'POST',
      url: '/api/auth/email-change',
      headers,
      payload: { email: 'nueva@example.org', password },
    });
    // The request is sent when its promise is first used.
    void reply.then(() => undefined);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    // Wrapped: a returned promise would be awaited before the commit.
    return { reply };
  });
  expect(errorOf(await pending.reply)).toEqual({
    status: 409,
    code: 'CONFLICT',
    message: 'Esto cambió mientras tanto. Actualiza la página e intenta de nuevo.',
  });
});
