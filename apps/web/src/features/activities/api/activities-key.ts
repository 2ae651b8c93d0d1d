/** Every query of activities begins with it, so that a change of one makes all of them stale. */
export const activitiesKey = ['activities'] as const;

export const oneActivityKey = (id: string) => [...activitiesKey, 'one', id];
