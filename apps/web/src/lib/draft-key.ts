/** How everything begins that this tab keeps of forms. */
export const DRAFTS = 'minga.draft.';
