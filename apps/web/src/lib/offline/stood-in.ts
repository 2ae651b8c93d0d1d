// The service worker marks the empty document that it gives in the server's place (service-worker/pages.ts).

/** Does this page stand in for the server's, of which nothing has been heard since? */
export const isStoodIn = (): boolean => 'kept' in document.documentElement.dataset;

export const endStandIn = (): void => {
  delete document.documentElement.dataset.kept;
};
