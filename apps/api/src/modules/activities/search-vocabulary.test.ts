import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { activities } from './schema.ts';
import { searchVocabulary } from './search-schema.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const { db } = app.platform;

/** Titles that a misspelt search finds. */
async function find(q: string, headers: Record<string, string> = {}, target = app): Promise<string[]> {
  const reply = await target.inject({ url: '/api/tasks/search', query: { q }, headers });
  return reply.json().map((activity: { title: string }) => activity.title);
}
const words = async (word: string) =>
  (await db.select().from(searchVocabulary).where(eq(searchVocabulary.word, word))).map(
    ({ status }) => status,
  );

beforeEach(async () => void (await db.delete(activities)));

it('a word of a rejected activity corrects no search, except that of an admin', async () => {
  await anActivity(db, { title: 'Chocolate', description: '' });
  // Nearer to the typed word than 'chocolate'.
  const { id } = await anActivity(db, { title: 'Chacolate', description: '' });
  expect(await find('chacolatee')).toEqual(['Chacolate']);
  await db
    .update(activities)
    .set({ status: 'rejected', rejectionReason: 'Spam' })
    .where(eq(activities.id, id));
  expect(await find('chacolatee')).toEqual(['Chocolate']);
  const { headers } = await signedIn(db, { role: 'admin' });
  const url = '/api/admin-panel/activities?search=chacolatee';
  expect((await app.inject({ url, headers })).json()).toMatchObject([{ title: 'Chacolate' }]);
});

it('an owner finds an own rejected activity by its exact word', async () => {
  await anActivity(db, { title: 'Chocolate', description: '' });
  const { user, headers } = await signedIn(db);
  await anActivity(db, { title: 'Chacolate', ownerId: user.id, status: 'rejected', rejectionReason: 'Spam' });
  expect(await find('chacolate', headers)).toContain('Chacolate');
  expect(await find('chacolate')).toEqual(['Chocolate']);
});

it('a pending activity corrects no search under prior moderation', async () => {
  await anActivity(prior.platform.db, { title: 'Chocolate', status: 'approved' });
  await anActivity(prior.platform.db, { title: 'Chacolate', status: 'pending' });
  expect(await find('chacolatee', {}, prior)).toEqual(['Chocolate']);
});

it('words that no activity has any more are removed after a deletion and after an edit', async () => {
  const { id } = await anActivity(db, { title: 'Zarzuela compartida', description: 'Mochila' });
  await anActivity(db, { title: 'Compartida', description: '' });
  expect(await words('zarzuela')).toEqual(['pending']);
  await db.update(activities).set({ description: 'Canasta' }).where(eq(activities.id, id));
  expect([await words('mochila'), await words('canasta')]).toEqual([[], ['pending']]);
  await db.delete(activities).where(eq(activities.id, id));
  expect(await words('zarzuela')).toEqual([]);
  expect(await words('canasta')).toEqual([]);
  expect(await words('compartida')).toEqual(['pending']);
});

it('concurrent deletions and publications of the same words do not deadlock', async () => {
  const doomed = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      anActivity(db, { title: `Olla común ${index}`, description: 'Papa yuca maíz' }),
    ),
  );
  await Promise.all(
    doomed.flatMap(({ id }, index) => [
      db.delete(activities).where(eq(activities.id, id)),
      anActivity(db, { title: `Olla nueva ${index}`, description: 'Maíz yuca papa' }),
    ]),
  );
  expect(await db.$count(activities)).toBe(20);
});
