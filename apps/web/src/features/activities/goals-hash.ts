/** The hash of a link to the goals of an activity's form. */
export const GOALS_HASH = 'metas';
