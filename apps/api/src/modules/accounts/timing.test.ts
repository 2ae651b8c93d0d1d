import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aRegistration, aUser } from '../../../test/factories.ts';
import { hashPassword } from './passwords.ts';

// The jobs run, as they do in a process: the letters that they write must not show either.
const app = await testApp();
const { db } = app.platform;
await app.startJobs();
const passwordHash = await hashPassword('maíz-y-café');

const PAIRS = 100;
const WARMING = 10;
/** Where a machine has other work, all that it measures is longer, also by chance. */
const most = (usual: number) => Math.max(10, usual * 0.3);

const calls = {
  login: (email: string) => ({ email, password: 'no-es-esta' }),
  register: (email: string) => ({ username: 'Rosa', email, phone: '3001234567', password: 'no-es-esta' }),
  'resend-verification': (email: string) => ({ email }),
  'password-reset': (email: string) => ({ email }),
} satisfies Record<string, (email: string) => object>;

async function milliseconds(path: keyof typeof calls, email: string): Promise<number> {
  const start = performance.now();
  await app.inject({ method: 'POST', url: `/api/auth/${path}`, payload: calls[path](email) });
  return performance.now() - start;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

// Not how fast, but how alike: who times the answers must not learn which addresses have an account.
describe('known and unknown addresses take the same time', () => {
  it.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async path => {
    const known: number[] = [];
    const differences: number[] = [];
    for (let pair = 0; pair < PAIRS + WARMING; pair += 1) {
      const user = await aUser(db, { passwordHash });
      // Resending is about sign-ups: there the known address is one that waits.
      if (path === 'resend-verification') await aRegistration(db, user);
      const stranger = `nadie-${path}-${pair}@example.org`;
      // Which of the two comes first changes, so that neither always runs beside what the other set going.
      const order = pair % 2 === 0 ? [user.email, stranger] : [stranger, user.email];
      const took = new Map<string, number>();
      for (const email of order) took.set(email, await milliseconds(path, email));
      if (pair < WARMING) continue;
      known.push(took.get(user.email) ?? 0);
      differences.push((took.get(user.email) ?? 0) - (took.get(stranger) ?? 0));
    }
    expect(Math.abs(median(differences))).toBeLessThan(most(median(known)));
  });
});
