import { type Confirmation, confirmation } from '@minga/contract/confirmation';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { activitiesKey } from '../../lib/activities-key.ts';
import { ApiError } from '../../lib/api.ts';
import { errorText } from '../../lib/error-sentences.ts';
import { isDefinitiveResponse } from '../../lib/is-definitive-response.ts';
import { safeLocalStorage } from '../../lib/safe-storage.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { attendanceKey } from './api.ts';
import {
  cacheConfirmed,
  cacheDates,
  confirm,
  confirmDates,
  isWhole,
  seriesCountsText,
} from './confirm-api.ts';
import { NOT_LISTED, type OwnState, UNSENT, type Viewer } from './model.ts';
import { isUnsentKey, UNSENT_PREFIX, unsentKey } from './remembered-attendances.ts';

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
const isSendableLater = (error: unknown): boolean =>
  isUnanswered(error) ||
  (error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.status >= 500));

/** What was confirmed: an activity, or with a series all its dates. */
type Confirmed = Pick<UnsentConfirmation, 'title' | 'seriesId'>;

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

/** Keeps a confirmation until there is a network. Returns false if it cannot be stored. */
export function keepConfirmation(
  queryClient: QueryClient,
  viewer: Viewer,
  confirmed: Confirmed,
  confirmation: SendableConfirmation,
): boolean {
  if (!keepUnsent(confirmed, confirmation, viewer)) return false;
  cacheOwn(queryClient, viewer, confirmation, UNSENT);
  return true;
}

/** Forgets a confirmation that has not been sent. */
export function withdrawConfirmation(
  queryClient: QueryClient,
  viewer: Viewer,
  entry: UnsentConfirmation,
): void {
  settle(entry, null);
  cacheOwn(queryClient, viewer, entry.confirmation, NOT_LISTED);
}

/**
 * Sends the viewer's kept confirmations, the server's outcome of each being told by a toast or kept until the viewer has seen it.
 * Stops at the first that must be sent later. A confirmation that is sent twice is stored once (`clientId`).
 */
export async function sendUnsent(queryClient: QueryClient, viewer: Viewer): Promise<void> {
  const next = () => unsentOf(viewer).find(({ outcome }) => outcome === null);
  for (let entry = next(); entry !== undefined; entry = next()) {
    try {
      if (entry.seriesId === undefined) await sendOne(queryClient, viewer, entry);
      else await sendDates(queryClient, viewer, entry, entry.seriesId);
    } catch (error) {
      if (isSendableLater(error)) return;
      settle(entry, { refusal: errorText(error, 'Intenta de nuevo.'), personalLink: null });
      cacheOwn(queryClient, viewer, entry.confirmation, NOT_LISTED);
    }
    void queryClient.invalidateQueries({ queryKey: activitiesKey });
  }
}

async function sendOne(queryClient: QueryClient, viewer: Viewer, entry: UnsentConfirmation): Promise<void> {
  const { confirmation, title } = entry;
  const { state, personalLink } = await confirm(confirmation, viewer);
  settle(entry, personalLink === null ? null : { refusal: null, personalLink });
  cacheConfirmed(queryClient, viewer, confirmation, state);
  toastSuccess(successText(title, state));
}

/** What became of the dates stays to be seen if the attendee does not have a place on each. */
async function sendDates(
  queryClient: QueryClient,
  viewer: Viewer,
  entry: UnsentConfirmation,
  seriesId: string,
): Promise<void> {
  const { confirmation, title } = entry;
  const { counts, personalLink } = await confirmDates({ seriesId, confirmation });
  const dates = seriesCountsText(counts);
  const isTold = personalLink === null && isWhole(counts);
  settle(entry, isTold ? null : { refusal: null, personalLink, dates });
  // Until the check that follows, nothing is known of this date.
  if (!isWhole(counts)) cacheOwn(queryClient, viewer, confirmation, NOT_LISTED);
  cacheDates(queryClient, viewer, confirmation, counts);
  if (isTold) toastSuccess(`Enviamos tu asistencia a «${title}». ${dates}`);
}

const successText = (title: string, { position }: OwnState) =>
  position === null
    ? `Enviamos tu asistencia a «${title}»`
    : `Quedaste en la lista de espera de «${title}», en el puesto ${position}`;

/** An account that confirms for another e-mail does not attend itself. */
function cacheOwn(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email }: SendableConfirmation,
  state: OwnState,
): void {
  if (viewer !== null && viewer.email !== email) return;
  const queryKey = attendanceKey(taskId, viewer);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, state);
}
