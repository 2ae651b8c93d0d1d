import { settleAll, type Transaction } from '../../../platform/database/connection.ts';
import { AppError } from '../../../platform/errors.ts';
import type { OutgoingEmail } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CalendarFiles, createCalendarFiles } from '../../activities/calendar/service.ts';
import { setConfirmed } from '../added-repository.ts';
import { type Allowance, additionOf, admitAdditions, mailAdditions } from '../added-service.ts';
import { insertLinks } from '../links/repository.ts';
import { claimedText, duplicateEmail, mailedChat, seriesEmail } from '../mails.ts';
import { stateEmail } from '../places/mails.ts';
import {
  type AttendanceRow,
  type AttendanceView,
  type AttendedActivity,
  claimDuplicateNotice,
  lockAttendedAmong,
  publishAttendanceUpdate,
} from '../repository.ts';
import {
  isListed,
  isPlaced,
  type Party,
  type PlacedDate,
  placeInEach,
  readDates,
} from './placing-service.ts';
import { countRevealed, type PendingConfirmation } from './prepare-service.ts';
import { insertPlaced, setProofs } from './repository.ts';

/** The outcome of a party in each activity by date; an error if nothing was stored; `locked` if another transaction has a lock. */
export type Placing = readonly PlacedDate[] | AppError | 'locked';

/**
 * Stores the confirmations of parties in one transaction with one statement for each kind of row: locks their activities, checks each
 * party again in the order of `parties`, and stores those that pass with their e-mails. With `skipsLocked` it waits for no activity that
 * another transaction has locked.
 */
export const storeParties = (
  platform: Platform,
  parties: readonly Party[],
  { skipsLocked } = { skipsLocked: false },
): Promise<Placing[]> =>
  platform.db.transaction(async tx => {
    const ids = [...new Set(parties.flatMap(({ activityIds }) => activityIds))];
    const locked = await lockAttendedAmong(tx, ids, { skipsLocked });
    const found = new Set(locked.map(({ id }) => id));
    const isLocked = ({ activityIds }: Party) => skipsLocked && !activityIds.every(id => found.has(id));
    const free = parties.filter(party => !isLocked(party));
    const dates = await readDates(platform, tx, locked, free);
    const placings = new Map<Party, Placing>();
    for (const party of free) {
      const placing = await placeInEach(platform, tx, dates, party);
      placings.set(party, placing);
      // The counts of a series reveal whether the address is listed.
      const isRevealed = party.isSeries && !(placing instanceof AppError) && placing.some(isListed);
      if (isRevealed) await countRevealed(platform, party.pending);
    }
    const mailed = await store(platform, tx, placings);
    return parties.map(party => {
      const placing = placings.get(party) ?? 'locked';
      if (!party.pending.isAdded || placing instanceof AppError || placing === 'locked') return placing;
      return placing.map(date => ({ ...date, isMailed: mailed.has(party) }));
    });
  });

type PlacedView = Pick<PlacedDate, 'activity' | 'needs'> & AttendanceView;

/** A party with what it got in this transaction and before. */
interface Confirmed {
  readonly party: Party;
  readonly added: readonly PlacedView[];
  readonly repeated: readonly PlacedView[];
  /** The e-mail to a person whom an organiser adds; null if the person confirms. */
  readonly addition: Addition | null;
}

interface Addition {
  readonly state: AttendanceRow['addition'];
  /** The allowance that counts the e-mail, or null if none is sent. */
  readonly allowance: Allowance | null;
}

/** Decides whether a person whom an organiser adds is mailed. */
async function admitParty(
  platform: Platform,
  tx: Transaction,
  { pending: { isAdded, viewerId, attendance } }: Party,
  added: readonly PlacedView[],
): Promise<Addition | null> {
  if (!isAdded || viewerId === null) return null;
  const activities = added.map(({ activity }) => activity);
  const sender = { id: viewerId, email: '' };
  const admitted = await admitAdditions(
    platform,
    tx,
    activities,
    sender,
    activities.length > 0 ? [attendance] : [],
  );
  const allowance = admitted.mailed.length > 0 ? admitted.allowance : null;
  return { state: additionOf(admitted, attendance), allowance };
}

/** Stores what the parties got, sends their e-mails and publishes the events. Returns the added parties that are mailed. */
async function store(
  platform: Platform,
  tx: Transaction,
  placings: ReadonlyMap<Party, Placing>,
): Promise<ReadonlySet<Party>> {
  const confirmed: Confirmed[] = [];
  const duplicates: { readonly party: Party; readonly activity: AttendedActivity }[] = [];
  for (const [party, placing] of placings) {
    if (placing instanceof AppError || placing === 'locked') continue;
    const views = placing.filter(isPlaced).map(({ outcome, ...date }) => ({ ...date, ...outcome }));
    const duplicate = placing.find(isListed);
    if (views.length === 0 && duplicate !== undefined)
      duplicates.push({ party, activity: duplicate.activity });
    const added = views.filter(({ isRepeated }) => !isRepeated);
    const addition = await admitParty(platform, tx, party, added);
    confirmed.push({
      party,
      addition,
      repeated: views.filter(({ isRepeated }) => isRepeated),
      added: added.map(view => ({ ...view, row: { ...view.row, addition: addition?.state ?? null } })),
    });
  }
  const added = confirmed.flatMap(({ added, party: { pending } }) =>
    added.map(view => ({ ...view, pending })),
  );
  await settleAll([
    insertPlaced(tx, added),
    publishConfirmed(platform, tx, confirmed),
    ...confirmed.map(one => renew(tx, one)),
    sendEmails(platform, tx, confirmed),
  ]);
  for (const { party, activity } of duplicates) await notifyDuplicate(platform, tx, party.pending, activity);
  return new Set(confirmed.flatMap(({ party, addition }) => (addition?.allowance ? party : [])));
}

/** Publishes what the parties got, to the open screens and to other modules. */
async function publishConfirmed(
  platform: Platform,
  tx: Transaction,
  confirmed: readonly Confirmed[],
): Promise<void> {
  const activities = new Set(confirmed.flatMap(({ added }) => added.map(({ activity }) => activity)));
  if (activities.size === 0) return;
  const updated = publishAttendanceUpdate(tx, [...activities]);
  const events = confirmed.flatMap(eventsOf);
  const isWaiting = ({ attendance }: (typeof events)[number]) => attendance.status === 'waiting';
  const placed = events.filter(event => !isWaiting(event));
  await settleAll([updated, platform.events.publish(tx, 'attendanceConfirmed', placed)]);
  // The organisers are notified of a new waiting list once for all dates of a series, and once for each other activity.
  const waiting = Map.groupBy(events.filter(isWaiting), ({ party, activity }) =>
    party.isSeries ? party : activity.id,
  );
  for (const group of waiting.values()) await platform.events.publish(tx, 'attendanceConfirmed', group);
}

/** Renews the proof and the link of a browser that repeats its confirmation, since it may not have received the first response. */
async function renew(tx: Transaction, { party: { pending }, repeated }: Confirmed): Promise<void> {
  const { link, attendance } = pending;
  const { createdAt, email, proofHash } = attendance;
  if (repeated.length === 0) return;
  const ids = repeated.map(({ row }) => row.id);
  if (proofHash !== null) await setProofs(tx, ids, proofHash);
  if (link === null || email !== null) return;
  await insertLinks(
    tx,
    ids.map(attendanceId => ({ tokenHash: link.tokenHash, attendanceId, createdAt })),
  );
}

/** Sends each party one e-mail about what it got. */
async function sendEmails(
  platform: Platform,
  tx: Transaction,
  confirmed: readonly Confirmed[],
): Promise<void> {
  for (const one of confirmed) if (one.addition !== null) await mailAddition(platform, tx, one);
  const mailed = confirmed.filter(
    ({ party, added, addition }) =>
      addition === null && party.pending.attendance.email !== null && added.length > 0,
  );
  const ids = mailed.flatMap(({ added }) =>
    added.filter(({ row }) => row.status === 'confirmed').map(({ activity }) => activity.id),
  );
  const filesOf = await createCalendarFiles(tx, ids, platform);
  await platform.mailer.sendAll(tx, await Promise.all(mailed.map(one => emailTo(one, filesOf, platform))));
}

/** Tells a person whom an organiser has added of it. */
async function mailAddition(
  platform: Platform,
  tx: Transaction,
  { party: { pending }, added, addition }: Confirmed,
): Promise<void> {
  const { attendance, link, addedBy } = pending;
  const { name, email, companions } = attendance;
  const [first, ...others] = added;
  if (!addition?.allowance || first === undefined || email === null || link === null) return;
  const activities = [first, ...others].map(({ activity }) => activity);
  const mail = { name: name ?? '', email, companions, personalUrl: link.url, position: first.position };
  await mailAdditions(platform, tx, addition.allowance, addedBy ?? '', [
    { ...mail, activities: [first.activity, ...activities.slice(1)] },
  ]);
}

async function emailTo(
  { party: { pending, isSeries }, added }: Confirmed,
  filesOf: CalendarFiles,
  platform: Platform,
): Promise<OutgoingEmail> {
  const { link, addedBy, cause, attendance } = pending;
  const { name, email, companions } = attendance;
  const personalUrl = link?.url ?? null;
  const [first] = added;
  if (first === undefined || email === null) throw new Error('an e-mail needs an address and a date');
  if (!isSeries)
    return stateEmail(
      first,
      first.activity,
      { personalUrl, addedBy, needs: first.needs, cause, filesOf },
      platform,
    );
  const withPlace = added.filter(({ row }) => row.status === 'confirmed');
  const calendar = filesOf(withPlace.map(({ activity }) => ({ activityId: activity.id, isConfirmed: true })));
  // The claims correspond on all dates that have the claimed needs.
  const claimant = added.find(({ claims }) => claims.length > 0);
  const claimed = claimant === undefined ? null : claimedText(claimant.needs, claimant.claims);
  const to = { name: name ?? '', email, companions, claimed };
  const placed = withPlace[0];
  const chat = placed === undefined ? null : mailedChat(placed.activity, { cause, addedBy });
  return {
    kind: 'seriesEmail',
    cause,
    activityId: first.activity.id,
    email: await seriesEmail(to, added, { personalUrl, addedBy, chat, calendar }, platform),
  };
}

/** The event of each date, of which the first with a place has the number of all that have one. */
function eventsOf({ party, added }: Confirmed) {
  const { viewerId: actorId, wantsReminder } = party.pending;
  const withPlace = added.filter(({ row }) => row.status === 'confirmed');
  return added.map(({ row, activity }) => ({
    party,
    attendance: row,
    activity,
    actorId,
    wantsReminder,
    dates: row === withPlace[0]?.row ? withPlace.length : 0,
  }));
}

/**
 * Notifies an address, at most once a day, that a stranger entered it: the 409 reveals that it is on the list (decision 0021). Does
 * not notify for the organiser, the account itself or the browser that confirmed.
 */
async function notifyDuplicate(
  platform: Platform,
  tx: Transaction,
  { attendance: { email, proofHash, createdAt }, isOrganiser, link, cause }: PendingConfirmation,
  activity: AttendedActivity,
): Promise<void> {
  const { id: activityId } = activity;
  // The account confirms that it attends an activity to which an organiser added it.
  if (link === null && email !== null) await setConfirmed(tx, { activityId, email });
  if (isOrganiser || link === null || email === null) return;
  const existing = await claimDuplicateNotice(tx, { activityId, email, proofHash }, createdAt);
  if (existing === null) return;
  const personalUrl = existing.userId === null ? link.url : null;
  if (personalUrl !== null) {
    await insertLinks(tx, [{ tokenHash: link.tokenHash, attendanceId: existing.id, email, createdAt }]);
  }
  await platform.mailer.send(tx, await duplicateEmail(email, activity, personalUrl, platform), {
    kind: 'duplicateEmail',
    cause,
    activityId,
  });
}
