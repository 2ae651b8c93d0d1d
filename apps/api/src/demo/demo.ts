import { randomBytes } from 'node:crypto';
import { PROMOTION_DAYS } from '@minga/contract/activities';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { hashPassword } from '../modules/accounts/password-service.ts';
import { users } from '../modules/accounts/schema.ts';
import { activityPosters } from '../modules/activities/paper-schema.ts';
import { activities, activityNeeds } from '../modules/activities/schema.ts';
import { attendanceClaims, attendances, erasedVisitors } from '../modules/attendance/schema.ts';
import { feedback } from '../modules/feedback/schema.ts';
import { activityMessages } from '../modules/notifications/schema.ts';
import { reminders } from '../modules/reminders/schema.ts';
import type { Platform } from '../platform/platform.ts';
import { type ActivityTemplate, activityTemplates } from './activity-templates.ts';
import { addMemories, arrivalOf, erasedDaysOf, feedbackOf, thanksOf } from './afterwards.ts';
import { addCollectives, addSavedSearches, emailOf, people } from './collectives.ts';
import {
  accessibilityOf,
  answersTo,
  chatOf,
  claimsOf,
  dateOf,
  demoQuestions,
  goalsOf,
  needsOf,
  posterOf,
  topicsOf,
  whereAndUntil,
} from './details.ts';
import { pictureOf } from './drawing.ts';
import { addReports, addTrust } from './moderation.ts';
import { addPrograms, addSeries } from './programs.ts';
import { addPeers, addSite } from './site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ORGANISERS = 12;
const EVERY_FIFTH = 5;
const PARALLEL = 2;
const VISITORS = ['Doña Carmen', 'Don Hernán', 'Yuliana', 'Jhon Jairo', 'Marleny'];

/** The error for a database with data, since demo data must not be mixed with other data. */
export class NotEmptyError extends Error {}

export interface DemoAccounts {
  readonly people: number;
  readonly activities: number;
  /** The address of one of the accounts; `password` is the generated password of all of them. */
  readonly email: string;
  readonly password: string;
}

/**
 * Fills an empty database with a demo community: 30 people, four collectives, 120 activities from five weeks ago to ten weeks ahead (four
 * in five with a generated image), attendances, reminders, hours and feedback of past activities, a weekly series, reports, a held
 * publication, API tokens, a deactivated webhook, a calendar, other servers and the site's name. Existing superadmins do not count as data. `report` gets Spanish sentences at the
 * start, which name the account, and after each quarter. Throws the reason of `signal` once it aborts; the data created so far stay.
 */
export async function fillDemo(
  { platform }: { platform: Platform },
  report: (sentence: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<DemoAccounts> {
  const { db, clock, settings } = platform;
  if (await hasData(db)) {
    throw new NotEmptyError(
      'La base de datos ya tiene datos: la comunidad de muestra solo se crea en una base vacía.',
    );
  }
  const now = clock();
  const password = randomBytes(9).toString('base64url');
  const accounts = await addPeople(platform, await hashPassword(password), now);
  const planned = activityTemplates.flatMap((template, kind) =>
    template.places.map((place, turn) => ({
      template,
      place,
      number: turn * activityTemplates.length + kind,
    })),
  );
  report(
    `Creando la comunidad de muestra: ${accounts.length} personas y ${planned.length} actividades con sus dibujos…`,
  );
  // The password is reported first, since only its hash is stored and an interrupted demo does not return it.
  report(`  La cuenta de muestra es ${emailOf(people[0])}, contraseña ${password}`);
  const collectives = await addCollectives(platform, accounts, now);
  let added = 0;
  const waiting = planned.values();
  // One picture is drawn while another one is encoded.
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const plan of waiting) {
        signal?.throwIfAborted();
        await addActivity(platform, accounts, plan, { now, collectives });
        added += 1;
        if (added % (planned.length / 4) === 0) report(`  ${added} de ${planned.length} actividades`);
      }
    }),
  );
  await addSeries(platform, accounts, now);
  await addMemories(platform, now);
  await addReports(platform, accounts, now);
  const [first] = accounts;
  const ofFirst = first && collectives.get(first.id);
  if (first === undefined || ofFirst === undefined) throw new Error('the demo has no people');
  await addSavedSearches(platform, first);
  await addPrograms(platform, first, ofFirst, now);
  await addTrust(platform, now);
  await addPeers(platform, now);
  await addSite(platform, now);
  await db.insert(erasedVisitors).values(erasedDaysOf(now, settings.timeZone));
  return { people: accounts.length, activities: planned.length, email: emailOf(people[0]), password };
}

async function hasData(db: Platform['db']): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select exists (select from ${users} where ${users.role} <> 'superadmin') or exists (select from ${activities}) as has_data`,
  );
  return rows[0]?.has_data === true;
}

type Account = typeof users.$inferSelect;

function addPeople({ db }: Platform, passwordHash: string, now: Date): Promise<Account[]> {
  const createdAt = new Date(now.getTime() - 60 * DAY);
  const rows = people.map((username, index) => ({
    username,
    email: emailOf(username),
    phone: `3${String(100_000_000 + index * 7_654_321).slice(0, 9)}`,
    passwordHash,
    createdAt,
    updatedAt: createdAt,
  }));
  return db.insert(users).values(rows).returning();
}

interface Plan {
  readonly template: ActivityTemplate;
  readonly place: string;
  readonly number: number;
}

interface Context {
  readonly now: Date;
  /** The ids of the collectives by the ids of their owners. */
  readonly collectives: ReadonlyMap<string, string>;
}

async function addActivity(
  platform: Platform,
  accounts: Account[],
  plan: Plan,
  { now, collectives }: Context,
): Promise<void> {
  const { template, number } = plan;
  const owner = accounts[number % ORGANISERS];
  if (owner === undefined) throw new Error('the demo has no people');
  const hasPicture = number % EVERY_FIFTH !== 0;
  const rendered = hasPicture ? await platform.imageProcessor.draw(pictureOf(template.scene, number)) : null;
  const picture = rendered === null ? null : await platform.images.save(rendered);
  const activity = activityOf(plan, accounts, owner, now);
  const attending = accounts.filter((account, index) => account !== owner && (index * 13 + number) % 4 === 0);
  await platform.db.transaction(async tx => {
    if (picture !== null) await platform.images.claim(tx, picture.id);
    const collectiveId = number % 3 === 2 ? null : (collectives.get(owner.id) ?? null);
    await tx.insert(activities).values({ ...activity, collectiveId, imageId: picture?.id ?? null });
    const poster = activity.date > now ? posterOf(activity, number) : null;
    if (poster !== null) await tx.insert(activityPosters).values(poster);
    const needs = needsOf(activity, number);
    if (needs.length > 0) await tx.insert(activityNeeds).values(needs);
    const people = attendancesOf(activity, attending, number, now);
    await tx.insert(attendances).values(people);
    const claims = claimsOf(needs, people);
    if (claims.length > 0) await tx.insert(attendanceClaims).values(claims);
    const said = feedbackOf(activity, people);
    if (said.length > 0) await tx.insert(feedback).values(said);
    const thanks = thanksOf(activity, people, { number, now });
    if (thanks.length > 0) await tx.insert(activityMessages).values(thanks);
    if (activity.date > now) await tx.insert(reminders).values(remindersOf(activity, attending, number, now));
  });
}

function activityOf({ template, place, number }: Plan, accounts: Account[], owner: Account, now: Date) {
  const date = dateOf(template, number, now);
  const createdAt = new Date(Math.min(now.getTime(), date.getTime()) - 10 * DAY - number * HOUR);
  const isPromoted = date > now && number % 11 === 0;
  const helper = accounts[(number * 7 + 3) % accounts.length];
  return {
    id: v7(),
    ownerId: owner.id,
    title: template.title.replace('{lugar}', place),
    description: template.description,
    place,
    date,
    ...whereAndUntil(date, place, number),
    ...topicsOf(number),
    accessibility: accessibilityOf(number),
    chatUrl: chatOf(number),
    questions: number % 4 === 0 ? demoQuestions(number) : [],
    goals: goalsOf(number, date < now),
    // Some activities with a capacity are full and have a waiting list; others have places left.
    capacity: number % 5 === 1 ? (number % 2 === 0 ? 12 : 6) : null,
    asksAgain: number % 5 === 1,
    // A quarter of the activities accept attendees with a phone, or with the name alone.
    contact: number % 4 === 1 ? ('any' as const) : ('email' as const),
    selfCheckIn: number % 8 === 0,
    companionsMax: number % 5 === 1 ? number % 3 : 0,
    responsible: [owner.username, helper?.username.split(' ')[0] ?? ''],
    status: number % 7 < 2 ? ('pending' as const) : ('approved' as const),
    promotionStart: isPromoted ? now : null,
    promotionEnd: isPromoted ? new Date(now.getTime() + PROMOTION_DAYS * DAY) : null,
    createdAt,
    updatedAt: createdAt,
    publishedAt: createdAt,
  };
}

type PlannedActivity = ReturnType<typeof activityOf>;

/** The attendances of some members, and of a few visitors without an account. */
function attendancesOf(activity: PlannedActivity, attending: Account[], number: number, now: Date) {
  const { id: activityId, createdAt, questions, capacity, contact, date } = activity;
  const isBrought = number % EVERY_FIFTH === 3 && date > now;
  const hoursLater = (hours: number) => new Date(createdAt.getTime() + hours * HOUR);
  const members = attending.map(({ id, username, email }, order) => ({
    id: v7(),
    activityId,
    userId: id,
    name: username,
    email,
    answers: answersTo(questions, number, order),
    createdAt: hoursLater(order),
  }));
  const visitors = VISITORS.slice(0, number % (VISITORS.length + 1)).map((name, visitor) => ({
    id: v7(),
    activityId,
    name,
    ...(contact === 'email'
      ? { email: `vecina${number}.${visitor + 1}@example.org` }
      : { phone: visitor % 2 === 0 ? `+57300000000${visitor}` : null }),
    // The organisers of some activities have brought a list that they had on paper.
    addition: isBrought ? (contact === 'email' ? ('told' as const) : ('untold' as const)) : null,
    answers: answersTo(questions, number, visitor + 1),
    createdAt: hoursLater(visitor * 2),
  }));
  return [...members, ...visitors].map((attendance, order) => {
    const queueNumber = order + 1 - (capacity ?? Number.POSITIVE_INFINITY);
    return queueNumber > 0
      ? { ...attendance, status: 'waiting' as const, queueNumber }
      : { ...attendance, ...arrivalOf(activity, order, number, now) };
  });
}

const remindersOf = ({ id: activityId }: PlannedActivity, attending: Account[], number: number, now: Date) =>
  attending.slice(0, 2).map(({ id: userId }, index) => ({
    userId,
    activityId,
    daysBefore: 1 + ((number + index) % 7),
    createdAt: now,
  }));
