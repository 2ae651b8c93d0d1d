import { type Confirmation, confirmation } from '@minga/contract/confirmation';
import type { SeriesCounts } from '@minga/contract/series-confirmation';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { isDefinitiveResponse } from '../../lib/errors/is-definitive-response.ts';
import { addEntry, changeEntries, isPending, type Kind, readEntries } from '../../lib/outbox.ts';
import type { Entry } from '../../lib/outbox-store.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { ApiError } from '../../lib/server/api.ts';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
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
import { UNSENT_PREFIX, unsentKey } from './remembered-attendances.ts';

const stored = z.object({
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
type Stored = z.infer<typeof stored>;
/** A confirmation that was made without a network; with an outcome, one whose outcome the viewer has not seen. */
export interface UnsentConfirmation extends Entry, Stored {
  readonly owner: Stored['owner'];
  readonly outcome: Stored['outcome'];
}
export type SendableConfirmation = Confirmation & { clientId: string };

/** Whether our server did not answer, or only that it is unavailable. */
export const isUnanswered = (error: unknown): boolean =>
  !isDefinitiveResponse(error) || (error instanceof ApiError && error.code === 'UNAVAILABLE');

/** Whether an unsent confirmation stays to be sent: also if the server failed, or limits the requests for now. */
const isSendableLater = (error: unknown): boolean =>
  isUnanswered(error) ||
  (error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.status >= 500));

interface Answer {
  readonly personalLink: string | null;
  /** The confirmed activity, or all dates of a series. */
  readonly of: { readonly state: OwnState } | { readonly counts: SeriesCounts };
}

/** Confirmations that were made without a network. The server stores one that is sent twice once (`clientId`). */
export const confirmationKind: Kind<UnsentConfirmation, Answer> = {
  name: 'confirmation',
  // The form keeps what was typed and says that there is no connection.
  isHeldUnstored: false,
  markPrefix: `${UNSENT_PREFIX}:`,
  markOf(entry) {
    const { taskId, clientId } = entry.confirmation;
    return unsentKey(viewerOf(entry), taskId) + (isPending(entry) && isOwn(entry) ? '' : clientId);
  },
  readFormer,
  async send([{ owner, seriesId, confirmation }]) {
    if (seriesId === undefined) {
      const { state, personalLink } = await confirm(confirmation, viewerOf({ owner }));
      return { personalLink, of: { state } };
    }
    const { counts, personalLink } = await confirmDates({ seriesId, confirmation });
    return { personalLink, of: { counts } };
  },
  // The result of each date stays to be seen if the attendee does not have a place on all.
  settle(entry, { personalLink, of }) {
    if ('state' in of)
      return personalLink === null ? null : { ...entry, outcome: { refusal: null, personalLink } };
    if (isTold(personalLink, of.counts)) return null;
    return { ...entry, outcome: { refusal: null, personalLink, dates: seriesCountsText(of.counts) } };
  },
  refusal: error => (isSendableLater(error) ? null : errorText(error, 'Intenta de nuevo.')),
  refuse: (entry, refusal) => ({ ...entry, outcome: { refusal, personalLink: null } }),
  refresh(queryClient, [entry], { personalLink, of }) {
    const { confirmation, title } = entry;
    const viewer = viewerOf(entry);
    if ('state' in of) {
      cacheConfirmed(queryClient, viewer, confirmation, of.state);
      toastSuccess(successText(title, of.state));
    } else {
      // Until the check that follows, nothing is known of this date.
      if (!isWhole(of.counts)) cacheOwn(queryClient, entry, NOT_LISTED);
      cacheDates(queryClient, viewer, confirmation, of.counts);
      if (isTold(personalLink, of.counts))
        toastSuccess(`Enviamos tu asistencia a «${title}». ${seriesCountsText(of.counts)}`);
    }
    void queryClient.invalidateQueries({ queryKey: activitiesKey });
  },
  refreshRefused(queryClient, entry) {
    cacheOwn(queryClient, entry, NOT_LISTED);
    void queryClient.invalidateQueries({ queryKey: activitiesKey });
  },
};

/** A toast tells of it. */
const isTold = (personalLink: string | null, counts: SeriesCounts) =>
  personalLink === null && isWhole(counts);

const successText = (title: string, { position }: OwnState) =>
  position === null
    ? `Enviamos tu asistencia a «${title}»`
    : `Quedaste en la lista de espera de «${title}», en el puesto ${position}`;

const viewerOf = ({ owner }: Pick<Entry, 'owner'>): Viewer =>
  owner === null ? null : { email: owner, username: '' };

/** An account that confirms for another e-mail does not attend itself. */
const isOwn = ({ owner, confirmation }: Pick<UnsentConfirmation, 'owner' | 'confirmation'>): boolean =>
  owner === null || owner === confirmation.email;

/** The viewer's own confirmation of an activity among those that are to be sent. */
export const ownPending = (entries: readonly UnsentConfirmation[], taskId: string) =>
  entries.find(entry => isPending(entry) && isOwn(entry) && entry.confirmation.taskId === taskId);

/** Stores a confirmation until there is a network. Returns false if it cannot be stored. */
export async function storeConfirmation(
  queryClient: QueryClient,
  viewer: Viewer,
  { title, seriesId }: Pick<Stored, 'title' | 'seriesId'>,
  confirmation: SendableConfirmation,
): Promise<boolean> {
  const entry: UnsentConfirmation = {
    kind: confirmationKind.name,
    key: confirmation.clientId,
    owner: viewer?.email ?? null,
    at: Date.now(),
    isAttempted: true,
    outcome: null,
    title,
    seriesId,
    confirmation,
  };
  // Another tab may have stored one that is not shown here.
  const former =
    isOwn(entry) && ownPending(await readEntries(confirmationKind, entry.owner), confirmation.taskId);
  if (!(await addEntry(confirmationKind, entry))) return false;
  if (former && former.key !== entry.key) await changeEntries(confirmationKind, [former], () => null);
  cacheOwn(queryClient, entry, UNSENT);
  return true;
}

/** Deletes a confirmation that has not been sent. */
export async function withdrawConfirmation(
  queryClient: QueryClient,
  entry: UnsentConfirmation,
): Promise<void> {
  await changeEntries(confirmationKind, [entry], () => null);
  cacheOwn(queryClient, entry, NOT_LISTED);
}

function cacheOwn(queryClient: QueryClient, entry: UnsentConfirmation, state: OwnState): void {
  if (!isOwn(entry)) return;
  const queryKey = attendanceKey(entry.confirmation.taskId, viewerOf(entry));
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, state);
}

/** Former versions stored each as JSON in an item of localStorage, without the time. */
async function readFormer() {
  const found = safeLocalStorage.keys().flatMap(storageKey => {
    const former = storageKey.startsWith(UNSENT_PREFIX) ? safeLocalStorage.getJson(storageKey, stored) : null;
    return former === null ? [] : { storageKey, former };
  });
  return {
    entries: found.map(
      ({ former }): UnsentConfirmation => ({
        ...former,
        kind: confirmationKind.name,
        key: former.confirmation.clientId,
        at: 0,
        isAttempted: true,
      }),
    ),
    remove() {
      for (const { storageKey } of found) safeLocalStorage.remove(storageKey);
    },
  };
}
