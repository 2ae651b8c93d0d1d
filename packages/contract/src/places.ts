import * as z from 'zod/mini';

export const CAPACITY_MAX = 100_000;
export const COMPANIONS_MAX = 9;

/** An offered place is reserved for this long, nights not counted (docs/rules.md R10.5); for less if the activity starts soon. */
export const OFFER_HOURS = 24;
/** For an activity that begins within three days. */
export const OFFER_SOON_HOURS = 2;
/** For an activity that begins within twelve hours. */
export const OFFER_NOW_MINUTES = 30;

/** Where a party stands: it has a place, waits for one, or is offered one for a time (docs/rules.md R10.2). */
export const attendanceStatuses = ['confirmed', 'waiting', 'offered'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** Counted in people. `taken` includes offered places; `free` is null without a capacity. */
export const places = z.object({ taken: z.int(), free: z.nullable(z.int()), waiting: z.int() });
export type Places = z.infer<typeof places>;

export const wholeCompanions = (error: string) =>
  z.number(error).check(z.int(error), z.minimum(0, error), z.maximum(COMPANIONS_MAX, error));

/** The people whom an attendee brings. */
export const companions = wholeCompanions(`Los acompañantes deben ser un número de 0 a ${COMPANIONS_MAX}`);
