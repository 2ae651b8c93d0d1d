import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { testDatabase } from '../../../../test/database.ts';
import { anActivity, aVisit, signedIn } from '../../../../test/factories.ts';
import { concurrently, cookieOf, tally } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { activityPlaces } from '../../activities/schema.ts';
import { outcomeOf, partiesThatFit, sizeOf } from '../rules.ts';
import { attendances } from '../schema.ts';
import { pollOffers } from './service.ts';

// The apps are two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
type Headers = Record<string, string>;

const setNow = (now: Date) => {
  here.setNow(now);
  there.setNow(now);
};
beforeEach(() => setNow(NOON));

const either = (index: number) => (index % 2 === 0 ? here : there);
let people = 0;
const send = (
  index: number,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload: object,
  headers: Headers = {},
) => either(index).inject({ method, url: `/api/attendances/${url}`, payload, headers });
const confirm = (index: number, taskId: string, companions: number) => {
  const person = { name: `Persona ${++people}`, email: `fila${people}@example.org` };
  return send(index, 'POST', 'confirm', { taskId, companions, ...person });
};
const limited = (capacity: number | null) => anActivity(db, { capacity, companionsMax: 9 });
const rowsOf = (activityId: string) =>
  db
    .select()
    .from(attendances)
    .where(eq(attendances.activityId, activityId))
    .orderBy(asc(attendances.queueNumber), asc(attendances.createdAt));

/** Asserts the invariants of an activity's places while no request is running. */
async function expectWhole(activityId: string, capacity: number): Promise<void> {
  const rows = await rowsOf(activityId);
  const people = (statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, row) => sum + sizeOf(row), 0);
  const taken = people(['confirmed', 'offered']);
  const [counted] = await db.select().from(activityPlaces).where(eq(activityPlaces.activityId, activityId));
  expect(counted).toMatchObject({ activityId, taken, waiting: people(['waiting']) });
  expect(taken).toBeLessThanOrEqual(capacity);
  // No place is lost if no waiting party would fit.
  expect(
    partiesThatFit(
      rows.filter(({ status }) => status === 'waiting'),
      capacity - taken,
    ),
  ).toEqual([]);
}

it('200 confirmations, cancellations, answers and expiries at once never exceed 50 places', async () => {
  const capacity = 50;
  const { id } = await limited(capacity);
  const overbooked: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const [row] = await db.select().from(activityPlaces).where(eq(activityPlaces.activityId, id));
      if (row !== undefined && row.taken > capacity) overbooked.push(row.taken);
    }
  })();
  const replies = await concurrently(200, async index => {
    const reply = await confirm(index, id, index % 4);
    if (index % 5 === 0) await send(index + 1, 'DELETE', `cancel/${id}`, {}, cookieOf(reply));
    if (index % 7 === 0)
      await send(index, 'POST', `offer/${id}`, { accept: index % 2 === 0 }, cookieOf(reply));
    if (index % 40 === 0) {
      // All offers expire, and both processes poll concurrently.
      setNow(new Date(NOON.getTime() + (1 + index / 40) * 24 * 60 * 60 * 1000));
      await Promise.all([pollOffers(here.platform), pollOffers(there.platform)]);
    }
    return reply;
  });
  isOver = true;
  await watching;
  expect(tally(replies)).toEqual({ 201: 200 });
  await pollOffers(here.platform);
  await expectWhole(id, capacity);
  expect(overbooked).toEqual([]);
  for (const reply of replies) {
    const emails = await emailsTo(db, reply.json().email);
    expect(emails.filter(({ subject }) => subject.startsWith('Hay un cupo')).length).toBeLessThan(2);
  }
});

it('one place that becomes free is offered once, by the first process that notices', async () => {
  const { id } = await limited(1);
  const holder = await aVisit(db, { activityId: id });
  const waiting = await concurrently(3, index => confirm(index, id, 0));
  await Promise.all([
    send(0, 'DELETE', `cancel/${id}`, { token: holder.token }),
    ...[here, there, here, there].map(({ platform }) => pollOffers(platform)),
  ]);
  await expectWhole(id, 1);
  const offered = (await rowsOf(id)).filter(({ status }) => status === 'offered');
  expect(offered).toHaveLength(1);
  expect(waiting).toHaveLength(3);
});

it('of an acceptance and a refusal at the last moment one wins', async () => {
  const { id } = await limited(1);
  const holder = await aVisit(db, { activityId: id });
  const [first, second] = [await confirm(0, id, 0), await confirm(0, id, 0)];
  await send(0, 'DELETE', `cancel/${id}`, { token: holder.token });
  const [yes, no] = await Promise.all(
    [true, false].map((accept, index) => send(index, 'POST', `offer/${id}`, { accept }, cookieOf(first))),
  );
  expect([yes?.statusCode, no?.statusCode].sort()).toEqual([200, 409]);
  const rows = await rowsOf(id);
  const names = (status: string) => rows.filter(row => row.status === status).map(({ name }) => name);
  expect(names('confirmed')).toEqual(yes?.statusCode === 200 ? [first.json().name] : []);
  expect(names('offered')).toEqual(yes?.statusCode === 200 ? [] : [second.json().name]);
  await expectWhole(id, 1);
});

interface ModelParty {
  readonly name: string;
  readonly proof: Headers;
  companions: number;
  status: 'confirmed' | 'waiting' | 'offered';
}

/** A model of the places: a list of parties in the order of their confirmations. */
class Model {
  parties: ModelParty[] = [];
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  free(): number {
    const inside = this.parties.filter(({ status }) => status !== 'waiting');
    return this.capacity - inside.reduce((sum, party) => sum + sizeOf(party), 0);
  }

  offer(): void {
    const waiting = this.parties.filter(({ status }) => status === 'waiting');
    for (const party of partiesThatFit(waiting, this.free())) party.status = 'offered';
  }

  remove(party: ModelParty): void {
    this.parties = this.parties.filter(other => other !== party);
    this.offer();
  }

  shown(): string[] {
    const named = (status: string) =>
      this.parties
        .filter(party => party.status === status)
        .map(party => `${party.name} ${status} ${sizeOf(party)}`);
    return ['confirmed', 'offered', 'waiting'].flatMap(status => named(status).sort());
  }
}

const actions = fc.array(
  fc.record({
    what: fc.constantFrom(
      'confirm',
      'confirm',
      'confirm',
      'cancel',
      'party',
      'accept',
      'decline',
      'expire',
      'capacity',
    ),
    who: fc.nat(30),
    size: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 8, maxLength: 25 },
);

it('the queue is what the plain model says, whatever happens to it', async () => {
  const { user, headers: owner } = await signedIn(db);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4, max: 6 }), actions, async (capacity, all) => {
      setNow(NOON);
      const { id, title, date } = await anActivity(db, { ownerId: user.id, capacity, companionsMax: 9 });
      const model = new Model(capacity);
      let now = NOON;
      for (const { what, who, size } of all) {
        const party = model.parties[who % Math.max(1, model.parties.length)];
        if (what === 'confirm') {
          if (size > model.capacity) continue;
          const reply = await confirm(0, id, size - 1);
          const arriving = { companions: size - 1, isAdded: false, isForced: false };
          const outcome = outcomeOf(arriving, model.free(), true);
          const status = outcome === 'waiting' ? 'waiting' : 'confirmed';
          const { name } = reply.json();
          model.parties.push({ name, proof: cookieOf(reply), companions: size - 1, status });
        } else if (what === 'expire') {
          now = new Date(now.getTime() + 2 * 24 * 60 * 60 * 1000);
          if (now >= date) continue;
          setNow(now);
          await pollOffers(here.platform);
          model.parties = model.parties.filter(({ status }) => status !== 'offered');
          model.offer();
        } else if (what === 'capacity') {
          const payload = { title, date: date.toISOString(), capacity: size + 2 };
          const edited = await either(0).inject({
            method: 'PUT',
            url: `/api/tasks/${id}`,
            payload,
            headers: owner,
          });
          // The edit fails after the organiser's session has expired.
          if (edited.statusCode !== 200) continue;
          model.capacity = size + 2;
          model.offer();
        } else if (party === undefined) {
          continue;
        } else if (what === 'cancel') {
          await send(0, 'DELETE', `cancel/${id}`, {}, party.proof);
          model.remove(party);
        } else if (what === 'party') {
          const reply = await send(0, 'PUT', `party/${id}`, { companions: size - 1 }, party.proof);
          const growth = size - sizeOf(party);
          const isAllowed = growth <= 0 || (party.status === 'confirmed' && growth <= model.free());
          expect(reply.statusCode).toBe(isAllowed ? 200 : 409);
          if (isAllowed) party.companions = size - 1;
          model.offer();
        } else {
          const accept = what === 'accept';
          const reply = await send(0, 'POST', `offer/${id}`, { accept }, party.proof);
          const isOpen = party.status === 'offered' || (accept && party.status === 'confirmed');
          expect(reply.statusCode).toBe(isOpen ? 200 : 409);
          if (isOpen && accept) party.status = 'confirmed';
          else if (isOpen) model.remove(party);
        }
        const rows = await rowsOf(id);
        const named = (status: string) =>
          rows.filter(row => row.status === status).map(row => `${row.name} ${status} ${sizeOf(row)}`);
        const waiting = named('waiting');
        expect(['confirmed', 'offered', 'waiting'].flatMap(status => named(status).sort())).toEqual(
          model.shown(),
        );
        expect(waiting).toEqual(
          model.parties
            .filter(({ status }) => status === 'waiting')
            .map(one => `${one.name} waiting ${sizeOf(one)}`),
        );
      }
    }),
    // The run ends at the first failure, since shrinking it would exceed the test's timeout.
    { numRuns: 40, endOnFailure: true },
  );
});
