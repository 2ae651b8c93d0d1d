import * as z from 'zod/mini';
import { keepValues, takeKeptValues } from '../../lib/kept-values.ts';
import type { DraftValues } from './activity-draft.ts';

const texts = z.object({
  title: z.string(),
  description: z.string(),
  place: z.string(),
  date: z.string(),
  responsible: z.string(),
  /** A file cannot be kept: only that there was one. */
  image: z.nullable(z.enum(['kept', 'lost'])),
});

/** `image` is 'lost' where a new picture had been chosen. */
type KeptDraft = z.infer<typeof texts>;

/** What is being written, and by whom: on a shared computer the next person to sign in must not find it. */
export interface DraftOwner {
  readonly authorId: string;
  /** The activity that is edited; null while a new one is written. */
  readonly activityId: string | null;
}

const nameOf = ({ authorId, activityId }: DraftOwner) => `${authorId}.${activityId ?? 'new'}`;

/** Keeps the form's texts in this tab while its author signs in again; a new picture cannot be kept. */
export function keepDraft(owner: DraftOwner, { image, ...values }: DraftValues): void {
  const { description = '', place = '' } = values;
  const kept = image instanceof File ? 'lost' : image;
  keepValues(nameOf(owner), texts, { ...values, description, place, image: kept });
}

/** What was kept for this author and activity, or null; it is kept no longer. */
export const takeKeptDraft = (owner: DraftOwner): KeptDraft | null => takeKeptValues(nameOf(owner), texts);
