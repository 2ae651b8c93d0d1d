/** Prefix of every activity query, so that one invalidation covers them all. */
export const activitiesKey = ['activities'] as const;

export const oneActivityKey = (id: string) => [...activitiesKey, 'one', id];
