import type { Repeat } from '@minga/contract/written-repeat';
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import { apiTokens, type users } from '../modules/accounts/schema.ts';
import { newApiToken, shownPrefix } from '../modules/accounts/tokens/service.ts';
import { activities } from '../modules/activities/schema.ts';
import { insertOccurrences, planSeries } from '../modules/activities/series/service.ts';
import { attendances } from '../modules/attendance/schema.ts';
import { appliedOf } from '../modules/calendars/following/rules.ts';
import { calendarEvents, calendars } from '../modules/calendars/schema.ts';
import { newSecret } from '../modules/webhooks/rules.ts';
import { webhookDeliveries, webhooks } from '../modules/webhooks/schema.ts';
import type { Transaction } from '../platform/database/connection.ts';
import type { Platform } from '../platform/platform.ts';
import { hashToken } from '../platform/tokens.ts';
import { locationOf } from './details.ts';
import { pictureOf } from './drawing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Account = Pick<typeof users.$inferSelect, 'id'>;

/**
 * Adds the programs of the demo account: two API tokens, of which only the hashes exist, and a webhook of its collective that was
 * deactivated after failures, so that it sends no requests, and a calendar. The addresses are in domains that do not exist (RFC 2606).
 */
export async function addPrograms(
  { db }: Platform,
  { id: userId }: Account,
  collectiveId: string,
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const tokens = [
    { name: 'Hoja de cálculo de la junta', scope: 'read', createdAt: daysAgo(40), lastUsedAt: daysAgo(1) },
    { name: 'Página web del colectivo', scope: 'write', createdAt: daysAgo(3), lastUsedAt: null },
  ] as const;
  const webhook = {
    id: v7(),
    collectiveId,
    secret: newSecret(),
    url: 'https://avisos.riomolino.example/minga',
    isActive: false,
    createdAt: daysAgo(30),
    failingSince: daysAgo(3),
  };
  const calendar = {
    collectiveId,
    addedBy: userId,
    category: 'ambiente' as const,
    host: 'agenda.riomolino.example',
    url: 'https://agenda.riomolino.example/actividades.ics',
    createdAt: daysAgo(20),
    lastReadAt: daysAgo(1),
    state: 'failed' as const,
    error: 'No pudimos conectar con el servidor del calendario',
    failures: 5,
    appliedAt: daysAgo(2),
    edited: 1,
    summary: { activities: BROUGHT, series: 0, withoutPlace: 0, leftOut: 1, beyondLimit: 0 },
    // The demo reads no calendar.
    dueAt: new Date(now.getTime() + 10_000 * DAY),
  } as const;
  const tried = { webhookId: webhook.id, event: 'ping', activityId: null } as const;
  await db.transaction(async tx => {
    await tx.insert(apiTokens).values(
      tokens.map(fields => {
        const token = newApiToken();
        const secret = { tokenHash: hashToken(token), prefix: shownPrefix(token) };
        return { userId, ...fields, ...secret, expiresAt: new Date(fields.createdAt.getTime() + 90 * DAY) };
      }),
    );
    await addCalendar(tx, calendar, now);
    await tx.insert(webhooks).values({ ...webhook, events: ['activity.published', 'activity.updated'] });
    await tx.insert(webhookDeliveries).values([
      {
        ...tried,
        state: 'delivered',
        attempts: 1,
        responseStatus: 204,
        ...deliveredAt(daysAgo(29)),
      },
      { ...tried, state: 'failed', attempts: 12, failure: 'name', ...deliveredAt(daysAgo(2)) },
    ]);
  });
}

/** The number of activities that the calendar has brought. */
const BROUGHT = 3;

/** Adds a calendar and the next activities of its collective as those that it has brought. The title of one was edited here. */
async function addCalendar(
  tx: Transaction,
  values: typeof calendars.$inferInsert & { host: string },
  now: Date,
): Promise<void> {
  const [calendar] = await tx.insert(calendars).values(values).returning({ id: calendars.id });
  const brought = await tx
    .select()
    .from(activities)
    .where(
      and(
        eq(activities.collectiveId, values.collectiveId),
        gt(activities.date, now),
        eq(activities.status, 'approved'),
        isNull(activities.seriesId),
      ),
    )
    .orderBy(asc(activities.date))
    .limit(BROUGHT);
  if (calendar === undefined || brought.length === 0) return;
  await tx
    .update(activities)
    .set({ sourceHost: values.host })
    .where(
      inArray(
        activities.id,
        brought.map(({ id }) => id),
      ),
    );
  await tx.insert(calendarEvents).values(
    brought.map((activity, index) => ({
      calendarId: calendar.id,
      key: `demo ${index}`,
      uid: `demo ${index}`,
      date: activity.date,
      activityId: activity.id,
      applied: appliedOf(
        index === 0 ? { ...activity, title: `${activity.title} (por confirmar)` } : activity,
      ),
    })),
  );
}

function deliveredAt(at: Date) {
  const id = v7({ msecs: at.getTime() });
  const body = JSON.stringify({ id, event: 'ping', createdAt: at.toISOString(), data: {} });
  return { id, body, createdAt: at, firstAttemptAt: at, lastAttemptAt: at, dueAt: at };
}

/** The hour in UTC, which is 8:00 in Bogotá. */
const START_HOUR_UTC = 13;
const SATURDAY = 6;
const EVERY_THIRD = 3;

/** The repetition of a series about a school garden, with an activity every Saturday. */
const repeat: Repeat = { frequency: 'weekly', interval: 1, weekdays: [], count: 12 };

/** Adds a weekly series with one picture, which a third of the people attend. */
export async function addSeries(
  platform: Platform,
  accounts: readonly (typeof users.$inferSelect)[],
  now: Date,
): Promise<void> {
  const [owner, ...others] = accounts;
  if (owner === undefined) throw new Error('the demo has no people');
  const picture = await platform.images.save(await platform.imageProcessor.draw(pictureOf('trees', 1)));
  const date = nextSaturday(now);
  const plan = planSeries(date, repeat, platform.settings.timeZone);
  const createdAt = new Date(now.getTime() - 3 * DAY);
  await platform.db.transaction(async tx => {
    await platform.images.claim(tx, picture.id);
    const first = await insertOccurrences(
      tx,
      plan,
      {
        ownerId: owner.id,
        title: 'Sábados de huerta escolar',
        description:
          'Deshierbamos, sembramos y compartimos un tinto. Ven cuando puedas: hay herramientas para todos.',
        place: 'Escuela La Pamba',
        ...locationOf('Escuela La Pamba', 0),
        category: 'educacion',
        tags: ['huerta', 'escuela'],
        date,
        endDate: new Date(date.getTime() + 3 * HOUR),
        responsible: [owner.username],
        status: 'approved',
        imageId: picture.id,
        createdAt,
        updatedAt: createdAt,
      },
      [],
    );
    const ofFirst = tx.select({ id: activities.seriesId }).from(activities).where(eq(activities.id, first));
    const occurrences = await tx
      .select({ id: activities.id })
      .from(activities)
      .where(inArray(activities.seriesId, ofFirst));
    const regular = others.filter((_, index) => index % EVERY_THIRD === 0);
    await tx.insert(attendances).values(
      occurrences.flatMap(({ id: activityId }) =>
        regular.map(({ id: userId, username, email }) => ({
          activityId,
          userId,
          name: username,
          email,
          createdAt,
        })),
      ),
    );
  });
}

function nextSaturday(now: Date): Date {
  const day = new Date(now.getTime() + ((SATURDAY - now.getUTCDay() + 7) % 7 || 7) * DAY);
  day.setUTCHours(START_HOUR_UTC, 0, 0, 0);
  return day;
}
