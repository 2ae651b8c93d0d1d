import type { CollectiveSummary } from '@minga/contract/collective-summary';
import type { Collective } from '@minga/contract/collectives';
import { rightsOf } from './state.ts';

interface Options {
  /** The user's collectives; undefined while they load. */
  readonly own: readonly Collective[] | undefined;
  /** The activity's collective as stored. */
  readonly current: CollectiveSummary | null;
  /** The chosen collective's id; '' for none. */
  readonly value: string;
  readonly isAuthor: boolean;
}

/**
 * The collectives to which the user may attach an activity: those where it is owner or organizer, and the current one. Only the author
 * and the current collective's owners may move it.
 */
export function collectiveChoices({ own = [], current, value, isAuthor }: Options) {
  const publishing = own.filter(({ myRole, status }) => rightsOf(myRole).canPublish && status === 'active');
  const isListed = publishing.some(({ _id }) => _id === current?._id);
  const choices: CollectiveSummary[] = current === null || isListed ? publishing : [current, ...publishing];
  const isOwner = own.some(({ _id, myRole }) => _id === current?._id && rightsOf(myRole).canEdit);
  return {
    choices,
    chosen: choices.find(({ _id }) => _id === value) ?? null,
    canMove: isAuthor || isOwner,
    /** Of the activity's collective. */
    isOwner,
  };
}
