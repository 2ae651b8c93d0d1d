import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { AppealState } from '@minga/contract/appeal-states';
import { categoryNames } from '@minga/contract/category-names';
import type { CollectiveSummary } from '@minga/contract/collective-summary';
import { type LocationDetails, NO_LOCATION_DETAILS } from '@minga/contract/location';
import type { LocationText } from '@minga/contract/location-texts';
import type { Memory } from '@minga/contract/memory';
import type { Poster } from '@minga/contract/poster';
import type { Series } from '@minga/contract/series';
import { imageUrl, presentPicture } from '../../platform/images/picture.ts';
import { longDate } from '../../platform/local-time.ts';
import { can, type Role } from '../teams/policy.ts';
import { summaryOfNeeds } from './details/rules.ts';
import type { StoredMemory } from './memory-repository.ts';
import { statusOnWire } from './policy.ts';
import type { locationColumns } from './queries.ts';
import type { ActivityRow, Found } from './repository.ts';
import { holdOf } from './rules.ts';

export interface PresentOptions {
  /** The viewer's attendance is confirmed. */
  readonly isConfirmed?: boolean;
  /** The viewer's roles, except 'author'. */
  readonly roles?: readonly Role[];
  /** Whether the organisers may appeal against the decision that hid the activity, or have; undefined if it was not read. */
  readonly appeal?: AppealState | null | undefined;
  /** The reason why the memory is hidden; undefined if it was not read. */
  readonly memoryReason?: string | undefined;
  /** The last poster that an organiser took; undefined if it was not read. */
  readonly poster?: Poster | null | undefined;
  /** The number of upcoming occurrences by series; undefined if they were not counted. */
  readonly remaining?: ReadonlyMap<string, number> | undefined;
  /** The viewer is a moderator and sees why an activity is held. */
  readonly isModerator?: boolean;
}

/** An activity with its needs and questions, as `viewerId` may see it. */
export const presentWhole = (
  row: ActivityRow,
  viewerId: string | null,
  now: Date,
  options: PresentOptions = {},
): WholeActivity => {
  const { needs, activity } = row;
  const canManage = row.owner.id === viewerId || can(options.roles ?? [], 'manage');
  const listed = { ...row, ...summaryOfNeeds(needs), hasQuestions: activity.questions.length > 0 };
  return {
    ...presentActivity(listed, viewerId, now, options),
    questions: [...activity.questions],
    needs: [...needs],
    chatUrl: presentChat(activity, canManage || options.isConfirmed === true),
    ...(options.poster !== undefined && { poster: options.poster }),
    ...(canManage && { isFederated: activity.isFederated }),
  };
};

/** The address of the attendees' chat, for organisers and the confirmed only (docs/rules.md R23.1). */
export const presentChat = (
  { chatUrl }: Pick<ActivityRow['activity'], 'chatUrl'>,
  isAllowed: boolean,
): string | null => (isAllowed ? chatUrl : null);

/**
 * An activity in a list, as `viewerId` may see it. The organiser's e-mail requires a session. Every viewer of a rejected activity
 * also sees the reason. A private location is shown to accounts that manage the activity and to viewers whose attendance is
 * confirmed.
 */
export function presentActivity(
  row: Found['rows'][number] & { readonly memory?: ActivityRow['memory'] },
  viewerId: string | null,
  now: Date,
  {
    isConfirmed = false,
    roles = [],
    remaining,
    appeal,
    memoryReason,
    isModerator = false,
  }: PresentOptions = {},
): Activity {
  const { activity, owner, image, taken, waiting, collective } = row;
  const isOwner = owner.id === viewerId;
  const ownRoles: readonly Role[] = isOwner ? ['author', ...roles] : roles;
  const canCheckIn = can(ownRoles, 'checkIn');
  const { promotionStart, promotionEnd } = activity;
  return {
    _id: activity.id,
    shortId: row.shortId,
    title: activity.title,
    description: activity.description,
    place: activity.place,
    date: activity.date.toISOString(),
    endDate: activity.endDate?.toISOString() ?? null,
    series: presentSeries(row, remaining),
    ...presentLocation(activity, can(ownRoles, 'manage') || isConfirmed),
    isLocationPrivate: activity.isLocationPrivate,
    hasQuestions: row.hasQuestions,
    hasNeeds: row.hasNeeds,
    missing: row.missing,
    goals: [...activity.goals],
    ...(row.memory !== undefined && {
      memory: presentMemory(row.memory, can(ownRoles, 'manage'), memoryReason),
    }),
    needsRequired: activity.needsRequired,
    contact: activity.contact,
    capacity: activity.capacity,
    companionsMax: activity.companionsMax,
    hasWaitingList: activity.hasWaitingList,
    asksAgain: activity.asksAgain,
    places: { taken, free: activity.capacity && Math.max(0, activity.capacity - taken), waiting },
    category: activity.category,
    tags: activity.tags,
    accessibility: activity.accessibility,
    selfCheckIn: activity.selfCheckIn,
    responsible: activity.responsible,
    ...presentPicture(image),
    isPromoted: promotionEnd !== null && promotionEnd > now,
    promotion:
      promotionStart && promotionEnd
        ? { startDate: promotionStart.toISOString(), endDate: promotionEnd.toISOString() }
        : null,
    status: statusOnWire(activity.status),
    ...(activity.status === 'held' && { isHeld: true as const }),
    ...(isModerator && activity.status === 'held' && { hold: holdOf(activity) ?? undefined }),
    ...(activity.rejectionReason !== null && { rejectionReason: activity.rejectionReason }),
    ...(appeal !== undefined && { appeal }),
    user: { _id: owner.id, username: owner.username, ...(viewerId !== null && { email: owner.email }) },
    isOwner,
    canManage: can(ownRoles, 'manage'),
    canCheckIn,
    collective: collective && isShown(collective, canCheckIn) ? summaryOf(collective) : null,
    source:
      activity.sourceHost === null
        ? null
        : { host: activity.sourceHost, isCancelled: activity.isSourceCancelled },
    ...(row.distanceKm !== undefined && { distanceKm: Math.round(row.distanceKm * 10) / 10 }),
    createdAt: activity.createdAt.toISOString(),
    updatedAt: activity.updatedAt.toISOString(),
  };
}

/** A hidden memory is shown only to organisers, and not if they have emptied it. */
const presentMemory = (
  memory: StoredMemory | null,
  isOrganiser: boolean,
  reason: string | undefined,
): Memory | null =>
  memory === null || (memory.isHidden && (!isOrganiser || isEmpty(memory)))
    ? null
    : {
        text: memory.text,
        images: memory.images.map(({ id, width }) => ({ _id: id, url: imageUrl(id, width) })),
        ...(memory.isHidden && { isHidden: true, hiddenReason: reason }),
      };

const isEmpty = ({ text, images }: StoredMemory): boolean => text === '' && images.length === 0;

type ShownCollective = NonNullable<ActivityRow['collective']>;

/** Whether the collective is shown: a held one only to accounts with a role in the activity, a deactivated one never. */
const isShown = ({ status }: ShownCollective, isOrganiser: boolean): boolean =>
  status === 'active' || (status === 'held' && isOrganiser);

const summaryOf = ({ id, slug, name, isVerified }: ShownCollective): CollectiveSummary => ({
  _id: id,
  slug,
  name,
  isVerified,
});

function presentSeries(
  {
    activity,
    series,
  }: Pick<ActivityRow, 'series'> & { activity: Pick<ActivityRow['activity'], 'seriesId' | 'seriesIndex'> },
  remaining: PresentOptions['remaining'],
): Series | null {
  const { seriesId, seriesIndex } = activity;
  if (series === null || seriesId === null || seriesIndex === null) return null;
  const { count, ...repeat } = series;
  return {
    _id: seriesId,
    index: seriesIndex,
    count,
    repeat,
    ...(remaining !== undefined && { remaining: remaining.get(seriesId) ?? 0 }),
  };
}

/** The values of `locationColumns`. */
export type LocationRow = Pick<ActivityRow['activity'], keyof typeof locationColumns>;

/** The exact location and the texts about it. A private one is shown only to viewers with `isAllowed`. */
export const presentLocation = (
  { latitude, longitude, directions, isLocationPrivate }: LocationRow,
  isAllowed: boolean,
): LocationDetails =>
  isLocationPrivate && !isAllowed
    ? NO_LOCATION_DETAILS
    : { location: latitude === null || longitude === null ? null : { latitude, longitude }, directions };

/** The texts of `presentLocation` as values of an e-mail's template, which are null if they are empty. */
export function mailedLocation(row: LocationRow, isAllowed: boolean): Record<LocationText, string | null> {
  const { directions } = presentLocation(row, isAllowed);
  return { directions: directions || null };
}

/** The date and place as text, such as 'sábado, 5 de diciembre de 2026, 9:00 a. m. · Parque Caldas'. */
export const dateAndPlace = ({ date, place }: Activity, timeZone: string): string =>
  [longDate(new Date(date), timeZone), place].filter(fact => fact !== '').join(' · ');

/** The topics of an activity: the name of its category, if it has one, and its tags. */
export const topicNamesOf = ({ category, tags }: Pick<Activity, 'category' | 'tags'>): string[] =>
  category === null ? tags : [categoryNames[category], ...tags];
