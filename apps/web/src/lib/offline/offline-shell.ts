// The service worker marks the empty document that it serves when the server is unreachable (service-worker/pages.ts).

/** Whether this page is the service worker's document and no response of the server has arrived since. */
export const isOfflineShell = (): boolean => 'offlineShell' in document.documentElement.dataset;

export const unmarkOfflineShell = (): void => {
  delete document.documentElement.dataset.offlineShell;
};
