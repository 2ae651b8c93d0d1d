import { contacts } from '@minga/contract/contact';
import { categories } from '@minga/contract/topics';
import * as z from 'zod/mini';
import { type DraftValues, emptyDraft } from './activity-draft.ts';
import { storedGoal, storedQuestion } from './list-drafts.ts';
import { storedNeed } from './need-draft.ts';
import { storedRepeat } from './repeat-draft.ts';

type Plain = {
  [K in keyof DraftValues as DraftValues[K] extends string | boolean ? K : never]: z.ZodMiniOptional<
    DraftValues[K] extends string ? z.ZodMiniString : z.ZodMiniBoolean
  >;
};

/** The texts and checkboxes of the form, so that a new one is stored too. */
const plain = Object.fromEntries(
  Object.entries(emptyDraft).flatMap<[string, z.ZodMiniType]>(([name, value]) => {
    if (typeof value === 'string') return [[name, z.optional(z.string())]];
    return typeof value === 'boolean' ? [[name, z.optional(z.boolean())]] : [];
  }),
) as Plain;

/**
 * The form values stored in this tab. A file cannot be stored: a missing `image` means that the chosen one was lost.
 */
export const storedDraft = z.object({
  ...plain,
  title: z.string(),
  description: z.string(),
  place: z.string(),
  date: z.string(),
  questions: z.optional(z.array(storedQuestion)),
  needs: z.optional(z.array(storedNeed)),
  goals: z.optional(z.array(storedGoal)),
  contact: z.optional(z.enum(contacts)),
  category: z.optional(z.enum(['', ...categories])),
  repeat: z.optional(storedRepeat),
  responsible: z.string(),
  image: z.catch(z.optional(z.nullable(z.literal('current'))), undefined),
});

/** The storage name; `form` is the activity's id, or what is new. It includes the author, so that no other user of a shared computer gets the draft. */
export const storedDraftName = (authorId: string, form: string): string => `${authorId}.${form}`;

/** The notice for a draft whose image was lost, or null. */
export const lostImageNotice = ({ image }: { image?: unknown }): string | null =>
  image === undefined ? 'Elige otra vez la imagen.' : null;
