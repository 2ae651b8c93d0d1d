import type { WholeActivity } from '@minga/contract/activities';
import { afterAll } from 'vitest';
import {
  federationFollowers,
  federationMessages,
  federationObjects,
  federationPeers,
} from '../src/modules/federation/schema.ts';
import { freePort } from '../src/platform/database/embedded-server.ts';
import { pollingTasks } from '../src/pollers.ts';
import { NOON, testApp } from './app.ts';
import { signedIn } from './factories.ts';
import { type FederationPeer, federationPeer, type PeerOptions } from './federation-peer.ts';
import { senderTo } from './requests.ts';

type Headers = Record<string, string>;

const MINUTE_MS = 60_000;
/** The texts of the activities by which a test finds out that a name left the site. */
export const NAMES = ['Rosalbina', 'Fidelino'];

/** An app with federation that listens on a loopback port, as other servers need, with its calls and its clock. */
export async function federatingSite(environment: Record<string, string> = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { FEDERATION: 'on', PUBLIC_URL: origin, WEBHOOK_HOSTS: '127.0.0.1' };
  const app = await testApp({ ...settings, ...environment });
  await app.server.listen({ port, host: '127.0.0.1' });
  const { db } = app.platform;
  const send = senderTo(app);
  const { dueWork, federation, deliveries } = pollingTasks(app.platform);
  let now = NOON;

  function setNow(time: Date): void {
    now = time;
    app.setNow(now);
  }

  /** Moves the clock, and does what is due then: what changes schedule first, and then its deliveries. */
  async function advance(minutes = 0): Promise<void> {
    setNow(new Date(now.getTime() + minutes * MINUTE_MS));
    // A handler may schedule work of another, which the next poll does.
    for (let poll = 0; poll < 2; poll += 1)
      for (const task of [dueWork, federation, deliveries]) await task(AbortSignal.timeout(60_000));
  }

  /** Publishes an activity in two weeks, of a new organiser by default. */
  async function publish(fields: object = {}, owner?: Headers) {
    const headers = owner ?? (await signedIn(db, { username: NAMES[0] ?? '' }, now)).headers;
    const values = { title: 'Siembra', place: 'Parque Caldas', date: '2026-12-05T14:00:00.000Z' };
    const reply = await send('POST', '/tasks', { ...values, responsible: [NAMES[1]], ...fields }, headers);
    if (reply.statusCode !== 201) throw new Error(reply.body);
    const activity: WholeActivity = reply.json();
    return { id: activity._id, headers };
  }

  /** Saves an activity as it is, changed by `fields`. */
  async function edit(id: string, headers: Headers, fields: object = {}): Promise<void> {
    const stored: WholeActivity = (await send('GET', `/tasks/${id}`, undefined, headers)).json();
    const { title, description, place, date, responsible } = stored;
    const values = { title, description, place, date, responsible, ...fields };
    const reply = await send('PUT', `/tasks/${id}`, values, headers);
    if (reply.statusCode !== 200) throw new Error(reply.body);
  }

  const remove = (id: string, headers: Headers) => send('DELETE', `/tasks/${id}`, {}, headers);

  /** Reads a document as another server does. */
  const document = (url: string) => fetch(url, { headers: { accept: 'application/activity+json' } });

  /** Removes all that is known about other servers, and sets the clock to noon. */
  async function forgetServers(): Promise<void> {
    setNow(NOON);
    for (const table of [federationPeers, federationMessages, federationObjects]) await db.delete(table);
  }

  return {
    app,
    db,
    origin,
    send,
    setNow,
    advance,
    publish,
    edit,
    remove,
    document,
    forgetServers,
    clock: () => now,
    followers: () => db.$count(federationFollowers),
  };
}

export type FederatingSite = Awaited<ReturnType<typeof federatingSite>>;

/** A peer with the clock of a site, which is stopped after the file's last test. */
export async function peerOf(site: FederatingSite, options: PeerOptions = {}): Promise<FederationPeer> {
  const peer = await federationPeer({ clock: site.clock, ...options });
  afterAll(peer.stop);
  return peer;
}

/** Lets peers forget what they received and respond as their software does. */
export async function resetPeers(peers: readonly FederationPeer[]): Promise<void> {
  for (const peer of peers) {
    await peer.start();
    peer.respond(() => null);
    peer.isTrusted = true;
    for (const list of [peer.received, peer.shown]) list.length = 0;
  }
}
