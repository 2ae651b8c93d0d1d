import * as z from 'zod/mini';

export const NEEDS_MAX = 40;
export const NEED_NAME_MAX = 60;
export const NEED_QUANTITY_MAX = 1000;
export const NEED_NOTE_MAX = 200;
/** The maximum number of hours by which a task may start before the activity, or end after it. */
export const NEED_HOURS_AROUND = 24;

export const needKinds = ['task', 'thing'] as const;
export type NeedKind = (typeof needKinds)[number];

/** A task for a number of people, or a thing to bring (docs/rules.md R11.1). */
export const need = z.object({
  _id: z.uuid(),
  kind: z.enum(needKinds),
  name: z.string(),
  /** The number of people for a task, or of pieces of a thing. */
  quantity: z.int(),
  /** The start of a task with times; otherwise null, as `endsAt` is. */
  startsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
  note: z.string(),
  /** The claimed quantity. */
  taken: z.int(),
});
export type Need = z.infer<typeof need>;

/** The open needs of an activity, as a card names them: the first one, and how many others are open. */
export const missing = z.object({
  ...z.pick(need, { kind: true, name: true }).shape,
  /** The number of people or pieces of the first need that are not claimed. */
  quantity: z.int(),
  others: z.int(),
  /** Whether all open needs are tasks. */
  areTasks: z.boolean(),
});
export type Missing = z.infer<typeof missing>;

/** The quantity of one need that a party has claimed. */
export const claim = z.object({ needId: z.uuid(), quantity: z.int() });
export type Claim = z.infer<typeof claim>;
