import { type Confirmation, confirmation } from '@minga/contract/confirmation';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/api.ts';
import { isDefinitiveResponse } from '../../lib/is-definitive-response.ts';
import { safeLocalStorage } from '../../lib/safe-storage.ts';
import { isUnsentKey, UNSENT_PREFIX, unsentKey } from './remembered-attendances.ts';
import type { Viewer } from './viewer.ts';

const unsent = z.object({
  /** The account's e-mail; null is a visitor. */
  owner: z.nullable(z.string()),
  /** Of the activity. */
  title: z.string(),
  /** Of a confirmation of all dates of a series; its `taskId` is the occurrence from which it was made. */
  seriesId: z.optional(z.uuid()),
  confirmation: z.extend(confirmation, { clientId: z.uuid() }),
  /**
   * Null until the server has answered. Then what the viewer must still see: why it refused, the attendance's link, or what became
   * of the dates of a series.
   */
  outcome: z.nullable(
    z.object({
      refusal: z.nullable(z.string()),
      personalLink: z.nullable(z.string()),
      dates: z.optional(z.string()),
    }),
  ),
});
/** A confirmation that was made without a network; with an outcome, one whose outcome the viewer has not seen. */
export type UnsentConfirmation = z.infer<typeof unsent>;
export type SendableConfirmation = Confirmation & { clientId: string };

const OUTCOME_PREFIX = `${UNSENT_PREFIX}-outcome:`;

/** Whether our server did not answer, or only that it is unavailable. */
export const isUnanswered = (error: unknown): boolean =>
  !isDefinitiveResponse(error) || (error instanceof ApiError && error.code === 'UNAVAILABLE');

/** Whether a kept confirmation stays to be sent: also if the server failed, or limits the requests for now. */
export const isSendableLater = (error: unknown): boolean =>
  isUnanswered(error) ||
  (error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.status >= 500));

/** What was confirmed: an activity, or with a series all its dates. */
export type Confirmed = Pick<UnsentConfirmation, 'title' | 'seriesId'>;

/** Stores a confirmation until there is a network. Returns false where the browser stores nothing. */
export function keepUnsent(
  { title, seriesId }: Confirmed,
  confirmation: SendableConfirmation,
  viewer: Viewer,
): boolean {
  const entry: UnsentConfirmation = {
    owner: viewer?.email ?? null,
    title,
    seriesId,
    confirmation,
    outcome: null,
  };
  const isKept = safeLocalStorage.set(keyOf(entry), JSON.stringify(entry));
  announce();
  return isKept;
}

/** The viewer's confirmations without an outcome, and those with one that it has not seen yet. */
export function unsentOf(viewer: Viewer): UnsentConfirmation[] {
  const owner = viewer?.email ?? null;
  return safeLocalStorage
    .keys()
    .filter(isUnsentKey)
    .flatMap(key => safeLocalStorage.getJson(key, unsent) ?? [])
    .filter(entry => entry.owner === owner);
}

/** Replaces an unsent confirmation by its outcome; null: there is nothing more to see. */
export function settle(entry: UnsentConfirmation, outcome: UnsentConfirmation['outcome']): void {
  safeLocalStorage.remove(keyOf(entry));
  const settled = { ...entry, outcome };
  if (outcome !== null) safeLocalStorage.set(keyOf(settled), JSON.stringify(settled));
  announce();
}

function keyOf({ owner, confirmation: { taskId, email = null, clientId }, outcome }: UnsentConfirmation) {
  if (outcome !== null) return OUTCOME_PREFIX + clientId;
  const viewer = owner === null ? null : { email: owner, username: '' };
  return unsentKey(viewer, taskId, owner === null || owner === email ? '' : clientId);
}

/** Listeners in this tab get the event that the browser sends to other tabs. */
const announce = () => dispatchEvent(new StorageEvent('storage', { key: UNSENT_PREFIX }));
