/** `activeOptions` of a link that is active on its own screen with any search parameters, and not on screens below it. */
export const exactMatch = { exact: true, includeSearch: false };
