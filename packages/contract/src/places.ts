import * as z from 'zod/mini';

export const CAPACITY_MAX = 100_000;
export const COMPANIONS_MAX = 9;

/** The hours for which an offered place is reserved, without nights (docs/rules.md R10.5). They are fewer if the activity starts soon. */
export const OFFER_HOURS = 24;
/** The hours for an activity that starts within three days. */
export const OFFER_SOON_HOURS = 2;
/** The minutes for an activity that starts within twelve hours. */
export const OFFER_NOW_MINUTES = 30;

/** The status of a party: it has a place, is on the waiting list, or has an offer of a place for some time (docs/rules.md R10.2). */
export const attendanceStatuses = ['confirmed', 'waiting', 'offered'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** The numbers of people. `taken` includes offered places; `free` is null without a capacity. */
export const places = z.object({ taken: z.int(), free: z.nullable(z.int()), waiting: z.int() });
export type Places = z.infer<typeof places>;

export const wholeCompanions = (error: string) =>
  z.number(error).check(z.int(error), z.minimum(0, error), z.maximum(COMPANIONS_MAX, error));

/** The number of people that an attendee brings. */
export const companions = wholeCompanions(`Los acompañantes deben ser un número de 0 a ${COMPANIONS_MAX}`);
