import { v7 } from 'uuid';
import { dayOf } from '../modules/attendance/rules.ts';
import type { erasedVisitors } from '../modules/attendance/schema.ts';
import type { feedback } from '../modules/feedback/schema.ts';
import type { activityMessages } from '../modules/notifications/schema.ts';

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
      ...{ id: v7(), activityId, senderId: ownerId, audience: 'confirmed' as const, createdAt },
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
}

/**
 * Returns when a party arrived at a past activity and was asked for feedback, and its hours. Four in five parties arrived, and the organisers
 * of two thirds of the activities have confirmed hours, fewer for a few people.
 */
export function arrivalOf({ date, endDate }: Happened, order: number, number: number, now: Date) {
  const checkedInAt = new Date(date.getTime() + ((order * 7) % 30) * MINUTE);
  if (checkedInAt > now || order % 5 === 4) return {};
  const came = {
    checkedInAt,
    feedbackAskedAt: new Date(Math.min(now.getTime(), date.getTime() + 24 * HOUR)),
  };
  if (number % 3 === 0) return came;
  const whole = endDate === null ? 2 : (endDate.getTime() - date.getTime()) / HOUR;
  return { ...came, hours: order % 7 === 3 ? whole - 0.75 : whole };
}
