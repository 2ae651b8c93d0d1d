import type { Activity } from '@minga/contract/activities';

/** The id of the title on an activity's card; the card's controls refer to it with aria-describedby. */
export const titleId = ({ _id }: Pick<Activity, '_id'>): string => `titulo-${_id}`;
