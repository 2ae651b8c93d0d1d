/** Whether the site publishes activities before their review (MODERATION), from the document's meta element. */
export const isPublicBeforeReview = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="minga:moderation"]')?.content !== 'prior';
