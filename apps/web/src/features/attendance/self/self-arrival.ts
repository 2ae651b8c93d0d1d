import {
  type Place,
  readPlace,
  type SelfArrival,
  selfCheckIn,
  selfCheckInHours,
} from '@minga/contract/self-check-in';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { isWithoutResponse } from '../../../lib/offline/is-unreached.ts';
import { addEntry, entriesOf, isPending, type Kind } from '../../../lib/outbox.ts';
import type { Entry } from '../../../lib/outbox-store.ts';
import { ApiError, call } from '../../../lib/server/api.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';

/** By what the attendee is known besides the session and the visitor's cookie. */
export interface Arriving {
  readonly code: string;
  /** The token of a personal link. */
  readonly token: string | undefined;
  /** The account's e-mail; null is a visitor. */
  readonly owner: string | null;
}

/** The start of a code identifies it among those of this browser; the whole code is not stored with the data. */
const NAMING_CHARACTERS = 16;
const placeKey = ({ code, token, owner }: Arriving) =>
  ['place', code.slice(0, NAMING_CHARACTERS), owner, token?.slice(0, NAMING_CHARACTERS) ?? null] as const;

/** The activity of a place code and the viewer's own attendance. It is shown without a network once it was opened. */
export const placeQuery = (arriving: Arriving) =>
  queryOptions({
    queryKey: placeKey(arriving),
    queryFn: ({ signal }) =>
      call(readPlace, { body: { code: arriving.code, token: arriving.token }, signal }),
    meta: {
      isPersisted: true,
      expiresAt: data => selfCheckInHours((data as Place).activity).closes.getTime(),
    },
  });

export const checkInSelf = ({ code, token }: Arriving): Promise<SelfArrival> =>
  call(selfCheckIn, { body: { code, token } });

/** Takes over the server's response to an arrival. */
export function cacheArrival(
  queryClient: QueryClient,
  arriving: Arriving,
  { name, checkedInAt, activity }: SelfArrival,
): void {
  const place: Place = { activity, attendance: { name, status: 'confirmed', checkedInAt } };
  queryClient.setQueryData(placeKey(arriving), place);
  void queryClient.invalidateQueries({ queryKey: ['attendance'] });
}

/** An arrival that was registered without a network. With an outcome, one that the server rejected. */
export interface UnsentArrival extends Entry {
  readonly code: string;
  readonly token: string | null;
  readonly outcome: { readonly refusal: string } | null;
}

const arrivingOf = ({ code, token, owner }: UnsentArrival): Arriving => ({
  code,
  owner,
  token: token ?? undefined,
});

/** Begins as the marks of confirmations do, for which every page looks (lib/outbox-store.ts). */
const MARK = 'minga.unsent-arrival';

/** Arrivals of attendees by the code of the place. The server stores one that is sent twice once. */
export const selfArrivalKind: Kind<UnsentArrival, SelfArrival> = {
  name: 'self-arrival',
  isHeldUnstored: true,
  markPrefix: MARK,
  markOf: entry => (isPending(entry) ? MARK : null),
  readFormer: async () => ({ entries: [], remove() {} }),
  laneOf: ({ key }) => key,
  async send([entry]) {
    try {
      return await checkInSelf(arrivingOf(entry));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_ATTENDING' && hasUnsentConfirmation(entry.owner))
        throw new ConfirmationFirst();
      throw error;
    }
  },
  settle: () => null,
  refusal: error => (isSentLater(error) ? null : errorText(error, 'Acércate a quien recibe.')),
  refuse: (entry, refusal) => ({ ...entry, outcome: { refusal } }),
  refresh(queryClient, [entry], arrival) {
    cacheArrival(queryClient, arrivingOf(entry), arrival);
    toastSuccess(`Registramos tu llegada a «${arrival.activity.title}»`);
  },
  refreshRefused(_queryClient, { outcome }) {
    toastError(`No pudimos registrar tu llegada. ${outcome?.refusal ?? ''}`.trim());
  },
};

/** The server knows no attendance, but this browser has still to send a confirmation, which may be that of the arrival. */
class ConfirmationFirst extends Error {}

/** Whether this browser has a confirmation to send. Their code (unsent.ts), which this page does not load, is not needed to look. */
const hasUnsentConfirmation = (owner: string | null): boolean =>
  entriesOf({ ...selfArrivalKind, name: 'confirmation' }, owner).some(isPending);

/** Whether an arrival stays to be sent: also if the server failed, or limits the requests for now. */
const isSentLater = (error: unknown): boolean =>
  isWithoutResponse(error) ||
  error instanceof ConfirmationFirst ||
  (error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.status >= 500));

/** Stores an arrival until there is a network. A browser that stores nothing sends it while the page is open. */
export const storeArrival = ({ code, token, owner }: Arriving): Promise<boolean> =>
  addEntry(selfArrivalKind, {
    kind: selfArrivalKind.name,
    key: code,
    owner,
    at: Date.now(),
    isAttempted: true,
    outcome: null,
    code,
    token: token ?? null,
  });
