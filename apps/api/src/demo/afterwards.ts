import { and, asc, lt, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { activities, activityMemories, activityMemoryImages } from '../modules/activities/schema.ts';
import { dayOf } from '../modules/attendance/rules.ts';
import type { erasedVisitors } from '../modules/attendance/schema.ts';
import type { feedback } from '../modules/feedback/schema.ts';
import type { activityMessages } from '../modules/notifications/schema.ts';
import type { Platform } from '../platform/platform.ts';
import type { ActivityTemplate } from './activity-templates.ts';
import { pictureOf } from './drawing.ts';

/** Erasures: the number of days ago, and the number of visitors whose data was erased. */
const ERASED = [
  [2, 14],
  [9, 6],
  [23, 21],
] as const;
const SAID = [
  { rating: 5, text: 'Volvería mañana mismo.' },
  { rating: 4, text: 'Muy bonito. Para la próxima, más sombra y un punto de agua.' },
  { rating: 5, text: '' },
  { rating: 5, text: 'Conocí a mis vecinas después de diez años en el barrio.' },
  { rating: 3, text: 'Empezamos tarde, pero se logró.' },
  { rating: 4, text: '' },
];

interface PlannedAttendance {
  readonly id: string;
  /** Absent if the place is confirmed. */
  readonly status?: 'waiting';
}

interface Held {
  readonly id: string;
  readonly date: Date;
}

/** Two in three attendees who arrived give feedback. */
export const feedbackOf = (
  { id: activityId }: Held,
  people: readonly (PlannedAttendance & { readonly feedbackAskedAt?: Date })[],
): (typeof feedback.$inferInsert)[] =>
  people.flatMap(({ id: attendanceId, feedbackAskedAt: createdAt }, order) => {
    const said = order % 3 === 2 ? undefined : SAID[order % SAID.length];
    return createdAt === undefined || said === undefined
      ? []
      : { attendanceId, activityId, ...said, createdAt };
  });

/** The organisers of every second past activity have sent a message of thanks to the attendees with a place. */
export function thanksOf(
  { id: activityId, date, ownerId, title }: Held & { readonly ownerId: string; readonly title: string },
  people: readonly PlannedAttendance[],
  { number, now }: { readonly number: number; readonly now: Date },
): (typeof activityMessages.$inferInsert)[] {
  const createdAt = new Date(date.getTime() + 8 * HOUR);
  if (createdAt > now || number % 2 === 1) return [];
  return [
    {
      id: v7(),
      activityId,
      senderId: ownerId,
      audience: 'confirmed' as const,
      createdAt,
      subject: 'Gracias por hacer parte',
      text: `Gracias de corazón por sumarte a «${title}» y por lo que cada quien puso para que saliera adelante.`,
      recipients: people.filter(({ status }) => status === undefined).length,
    },
  ];
}

/** The earlier erasures, of which only numbers are stored. */
export const erasedDaysOf = (now: Date, timeZone: string): (typeof erasedVisitors.$inferInsert)[] =>
  ERASED.map(([days, people]) => ({
    day: dayOf(new Date(now.getTime() - days * 24 * HOUR), timeZone),
    people,
    addresses: 0,
  }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Happened {
  readonly date: Date;
  readonly endDate: Date | null;
  readonly selfCheckIn: boolean;
}

/**
 * Returns when a party arrived at a past activity and was asked for feedback, and its hours. Four in five parties arrived, and the organisers
 * of two thirds of the activities have confirmed hours, fewer for a few people.
 */
export function arrivalOf(
  { date, endDate, selfCheckIn }: Happened,
  order: number,
  number: number,
  now: Date,
) {
  const checkedInAt = new Date(date.getTime() + ((order * 7) % 30) * MINUTE);
  if (checkedInAt > now || order % 5 === 4) return {};
  const came = {
    checkedInAt,
    isSelfCheckedIn: selfCheckIn && order % 3 === 1,
    feedbackAskedAt: new Date(Math.min(now.getTime(), date.getTime() + 24 * HOUR)),
  };
  if (number % 3 === 0) return came;
  const whole = endDate === null ? 2 : (endDate.getTime() - date.getTime()) / HOUR;
  return { ...came, hours: order % 7 === 3 ? whole - 0.75 : whole };
}

/** Memories of past activities, with the scenes of their pictures. */
const MEMORIES: readonly { text: string; scenes: readonly ActivityTemplate['scene'][] }[] = [
  {
    text: 'Fuimos 42 personas y sacamos 34 bultos de basura de la orilla. El sancocho lo hizo doña Rosa.\n\nAprendimos a empezar más temprano: a las diez ya hacía mucho sol. La próxima llevaremos carretillas.',
    scenes: ['river', 'trees', 'pot'],
  },
  {
    text: 'Quedaron sembrados robles, guayacanes y arrayanes. Cada familia se llevó un arbolito para cuidar.\n\nLo que sirvió: hacer los huecos el día antes y marcar cada árbol con una cinta.',
    scenes: ['trees', 'houses'],
  },
  {
    text: 'La olla alcanzó para todo el barrio. Sobró leña y la guardamos para la próxima.',
    scenes: ['pot', 'music', 'houses', 'books'],
  },
];

/** Adds memories to the first past activities that are approved and have a goal. */
export async function addMemories(platform: Platform, now: Date): Promise<void> {
  const { db, images, imageProcessor } = platform;
  const past = await db
    .select({ id: activities.id, date: activities.date })
    .from(activities)
    .where(
      and(lt(activities.date, now), sql`${activities.status} = 'approved' and ${activities.goals} <> '[]'`),
    )
    .orderBy(asc(activities.date), asc(activities.id))
    .limit(MEMORIES.length);
  for (const [number, { id: activityId, date }] of past.entries()) {
    const memory = MEMORIES[number];
    if (memory === undefined) break;
    const imageIds: string[] = [];
    for (const [position, scene] of memory.scenes.entries()) {
      const picture = await imageProcessor.draw(pictureOf(scene, 200 + 10 * number + position));
      imageIds.push((await images.save(picture)).id);
    }
    const writtenAt = new Date(Math.min(now.getTime(), date.getTime() + 24 * HOUR));
    await db.transaction(async tx => {
      for (const imageId of imageIds) await images.claim(tx, imageId);
      await tx
        .insert(activityMemories)
        .values({ activityId, text: memory.text, createdAt: writtenAt, updatedAt: writtenAt });
      await tx
        .insert(activityMemoryImages)
        .values(imageIds.map((imageId, position) => ({ activityId, position, imageId })));
    });
  }
}
