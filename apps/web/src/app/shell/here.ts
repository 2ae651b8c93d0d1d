/** As a link's `activeOptions`: marked on its own screen, whatever is searched there, and on none below it. */
export const here = { exact: true, includeSearch: false };
