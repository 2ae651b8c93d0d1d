import * as z from 'zod/mini';
import type { DraftValues } from './activity-draft.ts';

const texts = z.object({
  title: z.string(),
  description: z.string(),
  place: z.string(),
  date: z.string(),
  responsible: z.string(),
});

/** On a shared computer the next person to sign in must not find it. */
const keyOf = (authorId: string) => `minga.draft.${authorId}`;

/** Keeps the form's texts in this tab while its author signs in again; a picture cannot be kept. */
export function keepDraft(authorId: string, values: DraftValues): void {
  // Storage may be full or switched off; then the texts are lost as they were without it.
  try {
    sessionStorage.setItem(keyOf(authorId), JSON.stringify(texts.parse(values)));
  } catch {}
}

/** What was kept for this author, or null; it is kept no longer. */
export function takeKeptDraft(authorId: string): DraftValues | null {
  try {
    const kept = texts.safeParse(JSON.parse(sessionStorage.getItem(keyOf(authorId)) ?? 'null'));
    sessionStorage.removeItem(keyOf(authorId));
    return kept.success ? { ...kept.data, image: null } : null;
  } catch {
    return null;
  }
}
