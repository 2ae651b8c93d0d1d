import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { activities } from '../modules/activities/schema.ts';
import { federationDeliveries } from '../modules/federation/schema.ts';
import { REMINDERS } from '../modules/reminders/due-repository.ts';
import { reminders } from '../modules/reminders/schema.ts';
import { webhookDeliveries } from '../modules/webhooks/schema.ts';
import type { Database, Executor } from '../platform/database/connection.ts';
import { dueWork } from '../platform/due-work/schema.ts';
import { deliveryHold } from '../platform/jobs/schema.ts';
import { mails } from '../platform/mail/schema.ts';

/** The numbers of messages that a site will send without further action: rows of its outboxes, and reminders of upcoming activities. */
interface Outgoing {
  readonly mails: number;
  readonly reminders: number;
  readonly webhooks: number;
  readonly deliveries: number;
}

async function countOutgoing(db: Database, now: Date): Promise<Outgoing> {
  const [mailCount, webhookCount, deliveries, due] = await Promise.all([
    db.$count(
      mails,
      and(isNull(mails.sentAt), inArray(mails.state, ['new', 'ready', 'held', 'review', 'gathered'])),
    ),
    db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'pending')),
    db.$count(federationDeliveries, eq(federationDeliveries.state, 'pending')),
    db
      .select({ id: reminders.id })
      .from(reminders)
      .innerJoin(activities, eq(activities.id, reminders.activityId))
      .innerJoin(dueWork, and(eq(dueWork.kind, REMINDERS), eq(dueWork.key, sql`${reminders.id}::text`)))
      .where(gt(activities.date, now)),
  ]);
  return { mails: mailCount, reminders: due.length, webhooks: webhookCount, deliveries };
}

/** Describes the messages that would be sent in a Spanish sentence, which is empty if there are none. */
export async function outgoingSentence(db: Database, now: Date): Promise<string> {
  const count = await countOutgoing(db, now);
  const parts = [
    named(count.mails, 'correo', 'correos'),
    named(count.reminders, 'recordatorio', 'recordatorios'),
    named(count.webhooks, 'entrega de webhook', 'entregas de webhooks'),
    named(count.deliveries, 'mensaje a otros servidores', 'mensajes a otros servidores'),
  ].filter(part => part !== '');
  return parts.length === 0 ? '' : `Por enviar: ${list.format(parts)}.`;
}

const list = new Intl.ListFormat('es');
const figures = new Intl.NumberFormat('es-CO');

function named(count: number, singular: string, plural: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${singular}` : `${figures.format(count)} ${plural}`;
}

/**
 * Whether e-mails, pushes, webhooks and messages to other servers stay in their outboxes, since the site was restored from the backup of one that may still run.
 * All other functions work. Each process reads this once, so a change takes effect when the process restarts.
 */
export async function isHoldingDeliveries(db: Database): Promise<boolean> {
  return (await db.$count(deliveryHold)) > 0;
}

/** Holds deliveries. Does nothing if they are held already. */
export async function holdDeliveries(db: Executor, since: Date): Promise<void> {
  await db.insert(deliveryHold).values({ since }).onConflictDoNothing();
}

/** Releases deliveries. Returns the time since which they were held, or null if they were not. */
export async function releaseDeliveries(db: Executor): Promise<Date | null> {
  const [row] = await db.delete(deliveryHold).returning({ since: deliveryHold.since });
  return row?.since ?? null;
}
