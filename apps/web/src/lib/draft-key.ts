/** Prefix of the session storage keys of form drafts. */
export const DRAFT_KEY_PREFIX = 'minga.draft.';
