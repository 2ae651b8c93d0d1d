/** Whether the site sends its activities to other servers (FEDERATION), from the document's meta element. */
export const isFederating = (): boolean => document.querySelector('meta[name="minga:federation"]') !== null;
