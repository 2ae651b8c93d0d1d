import type { Transaction } from '../../../platform/database/connection.ts';
import { type Outcome, SENDING, type Sending, sendMessage } from '../../../platform/http/guarded-message.ts';
import { cursorAfter, makeAttempts, type Share, type Turn } from '../../../platform/jobs/attempts.ts';
import type { Platform } from '../../../platform/platform.ts';
import { siteKey } from '../key-service.ts';
import { presentAnnounce } from '../presenter.ts';
import { findObjects } from '../repository.ts';
import {
  FAILING_ATTEMPTS,
  FAILING_PEER_ATTEMPTS,
  failingSince,
  fateOf,
  hasFailedForAWeek,
  isLastAttempt,
  isSoftwareStale,
  MESSAGE_RETENTION_MS,
  OBJECTS_PATH,
  PEER_ATTEMPTS,
  parseObject,
  resumesAt,
  retryAt,
  TOMBSTONE_RETENTION_MS,
  userAgentOf,
} from '../rules.ts';
import { signedHeaders } from '../signature-rules.ts';
import { readSoftware } from './nodeinfo-service.ts';
import {
  type Due,
  deleteMessages,
  endFollows,
  FEDERATION,
  hasDue,
  lockDue,
  lockPeer,
  updateDelivery,
  updatePeer,
} from './repository.ts';

interface Attempt extends Due {
  readonly startedAt: Date;
}

interface Result extends Outcome {
  /** The server's software as `readSoftware` returns it; absent if it was not asked for. */
  readonly software?: string | null;
}

/** Sends due deliveries. Retries have the same body. Executes a single query if there are none. */
export async function pollDeliveries(
  platform: Platform,
  signal?: AbortSignal,
  sending = SENDING,
): Promise<void> {
  if (!(await hasDue(platform.db, platform.clock()))) return;
  await makeAttempts<Due, Attempt, Result>(
    platform,
    {
      task: FEDERATION,
      keyOf: ({ delivery }) => String(delivery.id),
      sharesOf,
      take: (tx, turn) => take(platform, tx, turn),
      send: attempt => send(platform, attempt, sending),
      fault: { status: null, failure: 'connection' },
      store: (tx, attempt, result) => storeResult(platform, tx, attempt, result),
    },
    signal,
  );
}

function sharesOf({ peer }: Due): Share[] {
  const isFailing = peer.failingSince !== null;
  return [
    { name: `peer ${peer.id}`, max: isFailing ? FAILING_PEER_ATTEMPTS : PEER_ATTEMPTS },
    ...(isFailing ? [{ name: 'failing ', max: FAILING_ATTEMPTS }] : []),
  ];
}

/** Takes due deliveries for an attempt. Fails those of documents that were withdrawn since, which no other server may get any more. */
async function take(
  { clock, publicUrl }: Platform,
  tx: Transaction,
  turn: Turn<Due>,
): Promise<{ taken: Attempt[]; found: number }> {
  const now = clock();
  const full = { peers: turn.full('peer '), failing: turn.full('failing ').length > 0 };
  const lockAfter = (after: string | null) => lockDue(tx, now, { limit: turn.limit, after, full });
  const fromCursor = await lockAfter(turn.cursor);
  const due = fromCursor.length === 0 && turn.cursor !== null ? await lockAfter(null) : fromCursor;
  turn.taking(due.map(({ delivery }) => String(delivery.id)));
  turn.cursor = cursorAfter(
    due.map(({ peer }) => peer.id),
    turn.limit,
  );
  const withdrawn = await withdrawnAmong(tx, publicUrl, due);
  const taken: Attempt[] = [];
  let hidden = 0;
  for (const one of due) {
    const { delivery } = one;
    if (withdrawn.has(delivery.id)) {
      hidden += 1;
      await updateDelivery(tx, delivery.id, { state: 'failed', failure: 'hidden' });
      continue;
    }
    if (!turn.admits(one)) continue;
    const attempts = delivery.attempts + 1;
    const firstAttemptAt = delivery.firstAttemptAt ?? now;
    const dueAt = retryAt(now, attempts, firstAttemptAt);
    await updateDelivery(tx, delivery.id, { attempts, firstAttemptAt, dueAt });
    taken.push({ ...one, delivery: { ...delivery, firstAttemptAt }, startedAt: now });
  }
  return { taken, found: taken.length + hidden };
}

/** The deliveries whose object was withdrawn since, except its `Delete`. */
async function withdrawnAmong(
  tx: Transaction,
  publicUrl: string,
  due: readonly Due[],
): Promise<ReadonlySet<number>> {
  const named = due.flatMap(({ delivery, message }) => {
    const object =
      message.kind === 'delete' || message.object === null
        ? null
        : parseObject(message.object.slice(`${publicUrl}${OBJECTS_PATH}/`.length));
    return object === null ? [] : [{ id: delivery.id, ...object }];
  });
  const objects = await findObjects(tx, [...new Set(named.map(({ activityId }) => activityId))]);
  return new Set(
    named.flatMap(({ id, activityId, version }) => {
      const known = objects.get(activityId);
      return known?.document != null && known.version === version ? [] : [id];
    }),
  );
}

async function send(
  platform: Platform,
  { delivery, message, peer, startedAt }: Attempt,
  sending: Sending,
): Promise<Result> {
  const { settings, publicUrl } = platform;
  const url = new URL(delivery.inbox);
  const software = isSoftwareStale(peer, startedAt)
    ? await readSoftware(url.origin, platform, sending)
    : undefined;
  const known = software ?? peer.software;
  const body =
    message.kind === 'create' && known === MOBILIZON ? announcementOf(message.body, publicUrl) : message.body;
  const { keyId, privateKey } = await siteKey(platform);
  const headers = {
    ...signedHeaders({ url, body, keyId, privateKey, now: startedAt }),
    'user-agent': userAgentOf(publicUrl),
  };
  const outcome = await sendMessage({ url: url.href, headers, body }, settings.webhookHosts, sending);
  return { ...outcome, ...(software !== undefined && { software }) };
}

/** Mobilizon lists a remote event only if an actor that it follows announced it, and twice if it gets the `Create` too. */
const MOBILIZON = 'mobilizon';

function announcementOf(create: string, publicUrl: string): string {
  const { published, object } = JSON.parse(create) as { published: string; object: { id: string } };
  return JSON.stringify(presentAnnounce(object.id, published, publicUrl));
}

/** Locks the server before the delivery, in the order in which deletions cascade (docs/rules.md R27.5). */
async function storeResult(
  { log }: Platform,
  tx: Transaction,
  { delivery, startedAt: now }: Attempt,
  { status, failure, software }: Result,
): Promise<void> {
  const peer = await lockPeer(tx, delivery.peerId);
  if (peer === null) return;
  const checked =
    software === undefined ? {} : { software: software ?? peer.software, softwareCheckedAt: now };
  const fate = fateOf(status);
  if (fate === 'delivered') {
    await updateDelivery(tx, delivery.id, { state: 'delivered', failure: null });
    await updatePeer(tx, peer.id, { ...checked, ...WORKING, lastSuccessAt: now });
    return;
  }
  if (fate === 'refused' || fate === 'gone') {
    await updateDelivery(tx, delivery.id, { state: 'failed', failure });
    await updatePeer(tx, peer.id, { ...checked, ...WORKING });
    if (fate === 'gone') await endFollows(tx, peer.id, delivery.inbox);
    return;
  }
  const isLast = isLastAttempt(delivery.firstAttemptAt ?? now, now);
  await updateDelivery(tx, delivery.id, { failure, ...(isLast && { state: 'failed' }) });
  const since = failingSince(peer, now);
  await updatePeer(tx, peer.id, { ...checked, failingSince: since, resumesAt: resumesAt(now) });
  if (!hasFailedForAWeek(since, now)) return;
  log.info({ host: peer.host }, 'A server has failed for a week, so its follows end');
  await endFollows(tx, peer.id);
}

const WORKING = { failingSince: null, resumesAt: null };

/** Deletes old messages. */
export async function sweepMessages({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  await deleteMessages(db, ago(MESSAGE_RETENTION_MS), ago(TOMBSTONE_RETENTION_MS));
}
