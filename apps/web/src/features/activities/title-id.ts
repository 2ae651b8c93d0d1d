import type { Activity } from '@minga/contract/activities';

/** The id of an activity's title on its card: what else is on the card refers to it. */
export const titleId = ({ _id }: Pick<Activity, '_id'>): string => `titulo-${_id}`;
