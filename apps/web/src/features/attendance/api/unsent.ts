import type { QueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { NOT_LISTED, type OwnState, UNSENT } from '../own-state.ts';
import { seriesCountsText } from '../series-counts-text.ts';
import {
  type Confirmed,
  isSendableLater,
  keepUnsent,
  type SendableConfirmation,
  settle,
  type UnsentConfirmation,
  unsentOf,
} from '../unsent-confirmations.ts';
import type { Viewer } from '../viewer.ts';
import { attendanceKey } from './attendance-check.ts';
import { cacheConfirmed, confirm } from './confirm-attendance.ts';
import { cacheDates, confirmDates, isWhole } from './confirm-series.ts';

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
