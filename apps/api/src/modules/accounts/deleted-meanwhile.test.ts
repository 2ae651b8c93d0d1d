import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { hashPassword } from './passwords.ts';
import { sessions, users } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const password = 'maíz-y-café';

it('what another request takes away in between is a conflict, not a fault', async () => {
  const { user, headers } = await signedIn(db, { passwordHash: await hashPassword(password) });
  const asked = await db.transaction(async tx => {
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await tx.delete(users).where(eq(users.id, user.id));
    const reply = app.inject({
      method: 'POST',
      url: '/api/auth/email-change',
      headers,
      payload: { email: 'nueva@example.org', password },
    });
    // Sent once somebody asks for its answer.
    void reply.then(() => undefined);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    // As itself, the transaction would wait for it.
    return { reply };
  });
  expect(errorOf(await asked.reply)).toEqual({
    status: 409,
    code: 'CONFLICT',
    message: 'Esto cambió mientras tanto. Actualiza la página e intenta de nuevo.',
  });
});
