/** `activeOptions` of a link that is active on its own screen with any search parameters, and not on screens below it. */
export const here = { exact: true, includeSearch: false };
