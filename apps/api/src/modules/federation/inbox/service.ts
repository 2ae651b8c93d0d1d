import { randomUUID } from 'node:crypto';
import { AppError, forbidden, invalid } from '../../../platform/errors.ts';
import { problemOf } from '../../../platform/http/public-address.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';
import { isLoopback } from '../../../settings.ts';
import { insertReply } from '../delivery/repository.ts';
import { insertPeer, lockPeer } from '../peers/repository.ts';
import { ACTOR_PATH } from '../rules.ts';
import { type IncomingRequest, type Receiver, readSignature, type Signature } from '../signature-rules.ts';
import { fetchActor } from './actor-service.ts';
import { callsByHost, keysByAddress, keysByHost, verifiedByHost } from './limits.ts';
import {
  countInboxes,
  deleteFollower,
  endUnfollowed,
  findFollower,
  isBlocked,
  upsertFollower,
} from './repository.ts';
import {
  type Activity,
  type Actor,
  acceptOf,
  effectOf,
  hostOf,
  isOfOneHost,
  parseActivity,
} from './rules.ts';

/** Errors that are not meant for people, since programs of other servers read them. */
const unsigned = () =>
  new AppError(401, 'UNAUTHENTICATED', 'La petición no está firmada por quien dice enviarla');
const blocked = () => forbidden('El sitio no acepta nada de este servidor');

/** Fetches of keys at once in a process, and those of one network address that wait. Further ones are 503, after which servers try again. */
const fetches = createSemaphore(20, 1_000, 100);

export interface Arrived extends IncomingRequest {
  /** The network address of the sender. */
  readonly address: string;
}

/**
 * Takes what another server has sent to the inbox (docs/rules.md R27.8). Repeating it changes nothing, except that each `Follow` gets its
 * `Accept`. Throws 401 if the actor of the activity did not sign it, 403 for a blocked server and for what concerns other servers, 429.
 */
export async function receive(platform: Platform, arrived: Arrived): Promise<void> {
  const { db, limits, clock, publicUrl, settings } = platform;
  const signature = readSignature(arrived, receiverOf(publicUrl, arrived.headers.host), clock());
  const host = hostOf(signature?.keyId);
  if (signature === null || host === null || host === new URL(publicUrl).host) throw unsigned();
  if (problemOf(signature.keyId, settings.webhookHosts) !== null) throw unsigned();
  await limits.count(callsByHost, host, arrived.address);
  if (await isBlocked(db, host)) throw blocked();
  const activity = parseActivity(arrived.body);
  if (activity === null) throw invalid(['No entendimos la actividad']);
  if (hostOf(activity.actor) !== host) throw unsigned();
  const effect = effectOf(activity, publicUrl + ACTOR_PATH);
  const actor = await verifiedActor(platform, { activity, signature, host, address: arrived.address });
  if (actor === 'gone') {
    if (effect.kind !== 'deleted') throw unsigned();
    return unfollow(platform, { actor: activity.actor, host, followId: null });
  }
  await limits.count(verifiedByHost, host);
  if (!isOfOneHost(activity)) throw forbidden('La actividad es de otro servidor que quien la envía');
  if (effect.kind === 'invalid') throw invalid(['La actividad no tiene «id»']);
  if (effect.kind === 'follow') await follow(platform, { actor, host, followId: effect.followId });
  const id = actor.id;
  if (effect.kind === 'unfollow') await unfollow(platform, { actor: id, host, followId: effect.followId });
  if (effect.kind === 'deleted') await unfollow(platform, { actor: id, host, followId: null });
}

/** On a loopback address, requests may name the site by any of its names there. */
function receiverOf(publicUrl: string, received = ''): Receiver {
  const { protocol, host, hostname } = new URL(publicUrl);
  const local = URL.parse(`http://${received}`);
  const locals =
    local !== null && isLoopback(publicUrl) && isLoopback(local.href) ? [local.host, local.hostname] : [];
  return { scheme: protocol.slice(0, -1), hosts: [...new Set([host, hostname, ...locals])] };
}

interface Claim {
  readonly activity: Activity;
  readonly signature: Signature;
  readonly host: string;
  readonly address: string;
}

/**
 * Returns the actor of an activity if it has signed it: by the stored key of a follower, else, since keys change, by the one that its
 * server publishes. Returns 'gone' if the server says that the actor was deleted: servers delete the key first and send the `Delete` to all
 * whom they know afterwards. Throws 401 if another one has signed it, and 429 if too many keys were fetched.
 */
async function verifiedActor(
  platform: Platform,
  { activity, signature, host, address }: Claim,
): Promise<Actor | 'gone'> {
  const { keyId } = signature;
  const follower = await findFollower(platform.db, activity.actor);
  if (follower !== null && follower.keyId === keyId && signature.isBy(follower.publicKey))
    return { ...follower, id: follower.actor };
  await platform.limits.countAll([
    { limit: keysByAddress, subjects: [address] },
    { limit: keysByHost, subjects: [host] },
  ]);
  const found = await fetches.run(() => fetchActor(platform, activity.actor, keyId), address);
  // A server that has lost its data for a while must not lose its followers, so that a missing actor is no deleted one.
  if (found.kind === 'gone' || (found.kind === 'missing' && follower === null)) return 'gone';
  if (found.kind !== 'actor' || !signature.isBy(found.actor.publicKey)) throw unsigned();
  return found.actor;
}

interface Following {
  readonly actor: Actor;
  readonly host: string;
  readonly followId: string;
}

/** The inboxes of one server: actors that share an inbox are one. It guards against a server that invents actors. */
const INBOXES_MAX = 1_000;

/** Stores a follower or what it has changed, and its `Accept`. Locks its server, so that a block that is made at the same time counts. */
async function follow(
  { db, clock, publicUrl, settings }: Platform,
  { actor, host, followId }: Following,
): Promise<void> {
  const { id, inbox, sharedInbox, keyId, publicKey } = actor;
  const isOwn = (address: string) =>
    hostOf(address) === host && problemOf(address, settings.webhookHosts) === null;
  if (inbox === null || !isOwn(inbox) || (sharedInbox !== null && !isOwn(sharedInbox)))
    throw forbidden('El buzón no es del servidor de quien sigue');
  const now = clock();
  await db.transaction(async tx => {
    await insertPeer(tx, host, now);
    const peer = await lockPeer(tx, host);
    if (peer === null || peer.isBlocked) throw blocked();
    if ((await countInboxes(tx, peer.id, id)) >= INBOXES_MAX)
      throw forbidden('Este servidor ya tiene demasiados buzones');
    const follower = {
      actor: id,
      peerId: peer.id,
      inbox,
      sharedInbox,
      keyId,
      publicKey,
      followId,
      createdAt: now,
    };
    await upsertFollower(tx, follower);
    const body = acceptOf({ id: randomUUID(), followId, actor: id, site: publicUrl + ACTOR_PATH });
    await insertReply(tx, { kind: 'accept', object: null, body, at: now }, { peerId: peer.id, inbox });
  });
}

interface Unfollowing {
  readonly actor: string;
  readonly host: string;
  /** Null if it may be any `Follow`. */
  readonly followId: string | null;
}

/** Deletes a follower, and what waits for an inbox that has no other. Most servers send the `Delete` of all their actors to everyone. */
async function unfollow({ db }: Platform, { actor, host, followId }: Unfollowing): Promise<void> {
  if ((await findFollower(db, actor)) === null) return;
  await db.transaction(async tx => {
    const peer = await lockPeer(tx, host);
    if (peer === null || !(await deleteFollower(tx, actor, followId))) return;
    await endUnfollowed(tx, peer.id);
  });
}
