import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { senderAt } from '../../../test/activity-problems.ts';
import { type FederatingSite, federatingSite } from '../../../test/federation-fixture.ts';
import { signedByDraft } from '../../../test/peer-signatures.ts';
import { activities } from '../activities/schema.ts';
import { federationDeliveries, federationKeys } from './schema.ts';

const [here, there] = [await federatingSite(), await federatingSite()];
const both = [here, there];

/** Follows a site as the actor of another, which no Minga does by itself. */
async function follow(follower: FederatingSite, site: FederatingSite): Promise<number> {
  const { actor } = senderAt(follower.origin);
  // The key is made when it is first needed.
  const document: { publicKey: { id: string } } = JSON.parse(await (await follower.document(actor)).text());
  const [key] = await follower.db.select().from(federationKeys);
  const id = `${follower.origin}/ap/follows/${randomUUID()}`;
  const body = JSON.stringify({ id, type: 'Follow', actor, object: senderAt(site.origin).actor });
  const url = `${site.origin}/ap/inbox`;
  const signing = { keyId: document.publicKey.id, privateKey: key?.privateKey ?? '', now: site.clock() };
  const headers = {
    'content-type': 'application/activity+json',
    ...signedByDraft({ method: 'POST', url, body }, signing),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

it('two sites that follow each other import nothing, and send nothing in response', async () => {
  expect(await follow(here, there)).toBe(202);
  expect(await follow(there, here)).toBe(202);
  const { id, headers } = await here.publish({ title: 'Siembra de aquí' });
  await there.publish({ title: 'Siembra de allá' });
  for (const site of both) await site.advance();
  await here.edit(id, headers, { date: '2026-12-06T14:00:00.000Z' });
  for (const site of both) await site.advance(11);
  await here.remove(id, headers);
  for (let minutes = 0; minutes < 180; minutes += 60) for (const site of both) await site.advance(60);

  const states = async ({ db }: FederatingSite) =>
    (await db.select().from(federationDeliveries)).map(({ state }) => state);
  // An acceptance each, a publication each, and the change and the end of the first.
  expect(await states(here)).toEqual(Array(4).fill('delivered'));
  expect(await states(there)).toEqual(Array(2).fill('delivered'));
  const titles = async ({ db }: FederatingSite) =>
    (await db.select().from(activities)).map(({ title }) => title);
  expect([await titles(here), await titles(there)]).toEqual([[], ['Siembra de allá']]);
  for (const site of both) expect(await site.followers()).toBe(1);
});
