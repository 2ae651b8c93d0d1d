import { contacts } from '@minga/contract/contact';
import { needKinds } from '@minga/contract/needs';
import { questionKinds } from '@minga/contract/questions';
import { categories } from '@minga/contract/topics';
import * as z from 'zod/mini';
import { storedRepeat } from './repeat-draft.ts';

/** A question in the form; its options are lines of text. */
export const storedQuestion = z.object({
  _id: z.optional(z.string()),
  label: z.string(),
  kind: z.enum(questionKinds),
  options: z.string(),
  required: z.boolean(),
});

/** A goal in the form; its target is text. */
export const storedGoal = z.object({
  _id: z.optional(z.string()),
  label: z.string(),
  target: z.string(),
  unit: z.string(),
});

/** A need in the form: a line of a list on paper. */
export const storedNeed = z.object({
  _id: z.optional(z.string()),
  kind: z.enum(needKinds),
  name: z.string(),
  quantity: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  note: z.string(),
});

/**
 * The form values stored in this tab. A file cannot be stored: a missing `image` means that the chosen one was lost.
 */
export const storedDraft = z.object({
  title: z.string(),
  description: z.string(),
  place: z.string(),
  date: z.string(),
  endDate: z.optional(z.string()),
  location: z.optional(z.string()),
  directions: z.optional(z.string()),
  isLocationPrivate: z.optional(z.boolean()),
  questions: z.optional(z.array(storedQuestion)),
  needs: z.optional(z.array(storedNeed)),
  goals: z.optional(z.array(storedGoal)),
  needsRequired: z.optional(z.boolean()),
  contact: z.optional(z.enum(contacts)),
  capacity: z.optional(z.string()),
  companionsMax: z.optional(z.string()),
  hasWaitingList: z.optional(z.boolean()),
  asksAgain: z.optional(z.boolean()),
  collectiveId: z.optional(z.string()),
  category: z.optional(z.enum(['', ...categories])),
  tags: z.optional(z.string()),
  repeat: z.optional(storedRepeat),
  responsible: z.string(),
  image: z.catch(z.optional(z.nullable(z.literal('current'))), undefined),
});

/** The storage name; `form` is the activity's id, or what is new. It includes the author, so that no other user of a shared computer gets the draft. */
export const storedDraftName = (authorId: string, form: string): string => `${authorId}.${form}`;

/** The notice for a draft whose image was lost, or null. */
export const lostImageNotice = ({ image }: { image?: unknown }): string | null =>
  image === undefined ? 'Elige otra vez la imagen.' : null;
