import { expect, test } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { claimSignInAttempt } from './password-service.ts';
import { FREE_FAILURES } from './rules.ts';

const HOUR_MS = 60 * 60 * 1000;

test('failures counted while the clock was an hour ahead lock nothing once it is right', async () => {
  const { db } = (await testDatabase()).connection;
  const ahead = new Date(NOON.getTime() + HOUR_MS);
  await claimSignInAttempt(db, 'ana@example.org', ahead, 1);
  await expect(claimSignInAttempt(db, 'ana@example.org', NOON, 1)).resolves.toBe(2);
});

test('the longest lock is enforced', async () => {
  const { db } = (await testDatabase()).connection;
  let now = NOON;
  for (let failure = 0; failure < FREE_FAILURES + 12; failure += 1) {
    await claimSignInAttempt(db, 'luz@example.org', now, 1);
    now = new Date(now.getTime() + HOUR_MS);
  }
  const soonAfter = new Date(now.getTime() - HOUR_MS + 1);
  await expect(claimSignInAttempt(db, 'luz@example.org', soonAfter, 1)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
});
