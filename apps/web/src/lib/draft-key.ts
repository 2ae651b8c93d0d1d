/** Prefix of the session storage keys of form drafts. */
export const DRAFTS = 'minga.draft.';
