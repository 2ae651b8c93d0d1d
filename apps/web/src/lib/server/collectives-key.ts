/** Prefix of every query of collectives, so that one invalidation covers them all. */
export const collectivesKey = ['collectives'] as const;
