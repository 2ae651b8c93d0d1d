import type { Strategy } from 'workbox-strategies';

/** Workbox's own plugins need a cast to it under `exactOptionalPropertyTypes`. */
export type Plugin = Strategy['plugins'][number];

const TIMEOUT_MS = 4000;

/** Every response of the server has a request id. A proxy's or a captive portal's has none. */
export const hasMark = (response: Response): boolean => response.headers.has('x-request-id');

/** Whether it is the requested resource, from the server. */
export const isOwnResponse = (response: Response): boolean =>
  response.ok && !response.redirected && hasMark(response);

/** Whether the server responded and is available. */
export async function isFromServer(response: Response): Promise<boolean> {
  if (response.type !== 'opaqueredirect') {
    return hasMark(response) && !(response.status >= 502 && response.status <= 504);
  }
  // Browsers hide the origin and the target of a redirect.
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const check = await fetch('/healthz', {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    return isOwnResponse(check);
  } catch {
    return false;
  }
}

/** A Workbox plugin that handles a response like a failed request unless `isAccepted`. */
export const onlyFromServer = (isAccepted: (response: Response) => Promise<boolean>): Plugin => ({
  async fetchDidSucceed({ response }) {
    if (await isAccepted(response)) return response;
    throw new Error('this response is not from the server');
  },
});
