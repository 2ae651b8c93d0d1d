// This file is separate from the schemas of lists, so that the screens that send no form load no schemas.

export const LIST_LIMIT = 500;
/** The maximum `limit` without a session; a larger one is reduced to it. */
export const VISITOR_LIST_LIMIT = 100;
export const TOTAL_COUNT_HEADER = 'x-total-count';
