import { RETRY_BATCH_MAX } from '@minga/contract/system';
import type { Transaction } from '../../platform/database/connection.ts';
import type { DeadLetter } from '../../platform/jobs/dead-letters.ts';
import { MAIL_QUEUE, mailJob, mailJobs } from '../../platform/mail/delivery.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordActions } from '../administration/audit-service.ts';
import { countEmails, type EmailCounts, lockRejected, setDiscarded, setUnrejected } from './repository.ts';

/** The number of the newest dead letters that are searched for e-mails whose retries are used up. */
const DEAD_LETTERS_SEARCHED = 500;

interface Exhausted {
  readonly deadLetterId: string;
  readonly mailIds: readonly string[];
}

/** The dead letters of the mail queue, with the ids of their e-mails, whose retries are used up. */
const exhaustedAmong = (deadLetters: readonly DeadLetter[]): Exhausted[] =>
  deadLetters.flatMap(({ id, queue, data }) =>
    queue === MAIL_QUEUE ? [{ deadLetterId: id, mailIds: mailJob.safeParse(data).data?.mailIds ?? [] }] : [],
  );

const findDeadLetters = ({ db, jobs }: Platform) => jobs.deadLetters(db, DEAD_LETTERS_SEARCHED);

/** Reads the numbers of e-mails, the newest dead letters, and the ids of the e-mails whose retries are used up. */
export async function emailState(platform: Platform): Promise<{
  readonly counts: EmailCounts;
  readonly deadLetters: { readonly total: number; readonly newest: readonly DeadLetter[] };
  readonly exhausted: ReadonlySet<string>;
}> {
  const deadLetters = await findDeadLetters(platform);
  const exhausted = exhaustedAmong(deadLetters.newest).flatMap(({ mailIds }) => mailIds);
  return {
    counts: await countEmails(platform.db, exhausted),
    deadLetters,
    exhausted: new Set(exhausted),
  };
}

/**
 * Queues an e-mail that was given up for another attempt. Returns 1, or 0 if the e-mail is no longer given up. Concurrent calls queue
 * it once.
 */
export async function retryLetter(platform: Platform, actorId: string, id: string): Promise<number> {
  const exhausted = exhaustedAmong((await findDeadLetters(platform)).newest);
  return platform.db.transaction(async tx => {
    const ids = (await lockRejected(tx, { id, limit: 1 })).map(mail => mail.id);
    await setUnrejected(tx, ids);
    await platform.jobs.send(tx, MAIL_QUEUE, ...mailJobs(ids));
    const dead = exhausted.find(({ mailIds }) => mailIds.includes(id));
    const requeued =
      dead === undefined ? [] : await platform.jobs.retry(tx, { id: dead.deadLetterId, limit: 1 });
    const count = Math.min(1, ids.length + requeued.length);
    if (count > 0) await record(platform, tx, 'job.retry', actorId, [id]);
    return count;
  });
}

/**
 * Discards one e-mail that was given up, or all of them up to a maximum, the oldest rejected ones first. Deletes their content and
 * their dead letters. Returns their number. Concurrent calls discard each e-mail once.
 */
export async function discardLetters(platform: Platform, actorId: string, id?: string): Promise<number> {
  const exhausted = exhaustedAmong((await findDeadLetters(platform)).newest).filter(
    ({ mailIds }) => id === undefined || mailIds.includes(id),
  );
  return platform.db.transaction(async tx => {
    const limit = RETRY_BATCH_MAX;
    const rejected = await lockRejected(tx, { limit, ...(id !== undefined && { id }) });
    const others = exhausted.flatMap(({ mailIds }) => (id === undefined ? mailIds : [id])).slice(0, limit);
    const chosen = [...rejected.map(mail => mail.id), ...others];
    const discarded = await setDiscarded(tx, chosen, platform.clock());
    // A dead letter with other e-mails stays for them; its retry skips the discarded e-mail.
    const emptied = exhausted.filter(({ mailIds }) => mailIds.every(one => chosen.includes(one)));
    await platform.jobs.discard(
      tx,
      emptied.map(({ deadLetterId }) => deadLetterId),
    );
    await record(platform, tx, 'job.discard', actorId, discarded);
    return discarded.length;
  });
}

const record = (
  { clock }: Platform,
  tx: Transaction,
  action: 'job.retry' | 'job.discard',
  actorId: string,
  ids: readonly string[],
): Promise<void> =>
  recordActions(
    tx,
    ids.map(targetId => ({
      action,
      targetType: 'job' as const,
      actorId,
      targetId,
      at: clock(),
      details: { queue: MAIL_QUEUE },
    })),
  );

/**
 * Moves one dead letter, or all up to a maximum, back to its queue, and returns their number, which is 0 for one that no
 * longer exists. Concurrent calls retry each once. Logs the retries with their actor in the audit log.
 */
export function retryDeadLetters(
  { db, jobs, clock }: Platform,
  actorId: string,
  id?: string,
): Promise<number> {
  return db.transaction(async tx => {
    const retried = await jobs.retry(tx, { limit: RETRY_BATCH_MAX, ...(id !== undefined && { id }) });
    const common = { action: 'job.retry', targetType: 'job', actorId, at: clock() } as const;
    await recordActions(
      tx,
      retried.map(({ id: targetId, queue }) => ({ ...common, targetId, details: { queue } })),
    );
    return retried.length;
  });
}
