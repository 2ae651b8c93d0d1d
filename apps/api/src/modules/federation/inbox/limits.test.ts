import { afterAll, describe, expect, it } from 'vitest';
import { testApp, testApps } from '../../../../test/app.ts';
import {
  activityOf,
  type RemoteActor,
  remoteServer,
  rsaPair,
  SITE,
  sendAs,
} from '../../../../test/remote-actors.ts';
import { concurrently, tally } from '../../../../test/requests.ts';
import { federationFollowers } from '../schema.ts';

const settings = { FEDERATION: 'on', WEBHOOK_HOSTS: '127.0.0.1' };
const limited = { ...settings, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' };
const {
  apps: [app, process],
} = await testApps(limited, limited);
const servers = await Promise.all(Array.from({ length: 4 }, remoteServer));
const [hasty, calm, victim, shy] = servers as [
  (typeof servers)[0],
  (typeof servers)[0],
  (typeof servers)[0],
  (typeof servers)[0],
];
afterAll(async () => {
  for (const server of servers) await server.stop();
});

const follow = (actor: RemoteActor) => activityOf('Follow', actor, SITE);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const [HOME, EVIL, EVIL_TOO] = ['198.51.100.1', '203.0.113.1', '203.0.113.2'];

describe('an inbox', () => {
  it('takes 60 requests a minute of a host, of all processes, and fetches no key for more', async () => {
    const actors = Array.from({ length: 70 }, () => hasty.actor());
    const send = async (index: number) => {
      const actor = actors[index] as RemoteActor;
      return sendAs(index % 2 === 0 ? app : process, actor, follow(actor), from(HOME));
    };
    const replies = await concurrently(70, send);
    expect(tally(replies)).toEqual({ 202: 60, 429: 10 });
    const rejected = replies.find(({ statusCode }) => statusCode === 429);
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0);
    expect(rejected?.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(hasty.fetched).toHaveLength(60);
    const one = calm.actor();
    expect((await sendAs(app, one, follow(one), from('198.51.100.2'))).statusCode).toBe(202);
  });

  it('takes no more of a host that has several network addresses', async () => {
    const one = hasty.actor();
    expect((await sendAs(app, one, follow(one), from('198.51.100.9'))).statusCode).toBe(429);
    expect(await app.platform.db.$count(federationFollowers)).toBe(61);
  });

  it('takes the requests of a host that others pretend to be', async () => {
    const actor = victim.actor();
    const forged = { ...actor, keys: rsaPair() };
    const replies = await concurrently(70, () => sendAs(app, forged, follow(forged), from(EVIL)));
    expect(tally(replies)).toEqual({ 401: 60, 429: 10 });
    expect((await sendAs(app, actor, follow(actor), from('198.51.100.4'))).statusCode).toBe(202);
    expect(victim.fetched).toHaveLength(61);
  });

  it('fetches 120 keys a minute for a network address, whatever hosts it names', async () => {
    const keys = rsaPair();
    const replies = await concurrently(150, index => {
      const id = `http://127.0.0.1:${index + 1}/users/x`;
      const forged = { id, keyId: `${id}#main-key`, keys, changes: {} };
      return sendAs(app, forged, follow(forged), from(EVIL_TOO));
    });
    expect(tally(replies)).toEqual({ 401: 120, 429: 30 });
    const actor = shy.actor();
    expect((await sendAs(app, actor, follow(actor), from(EVIL_TOO))).statusCode).toBe(429);
    expect(shy.fetched).toEqual([]);
    expect((await sendAs(app, actor, follow(actor), from('198.51.100.3'))).statusCode).toBe(202);
  });

  it('counts unsigned requests before it reads them', async () => {
    const send = () =>
      app.post('/ap/inbox', '{}', { 'x-forwarded-for': '203.0.113.3', 'content-type': 'application/json' });
    expect(tally(await concurrently(620, send))).toEqual({ 401: 600, 429: 20 });
  });
});

const off = await testApp({ ...settings, FEDERATION: 'off' });

it('does not exist without federation', async () => {
  const actor = calm.actor();
  expect((await sendAs(off, actor, follow(actor))).statusCode).toBe(404);
  expect(
    (await off.post('/ap/inbox', '{}', { 'content-type': 'application/activity+json' })).statusCode,
  ).toBe(404);
});
