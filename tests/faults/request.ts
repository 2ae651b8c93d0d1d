import type { Outcome } from './ledger.ts';

const TIMEOUT_MS = 30_000;

export interface RequestResult {
  readonly outcome: Outcome;
  /** 0: none came. */
  readonly status: number;
  readonly body: { readonly _id?: string; readonly code?: string; readonly message?: unknown };
  /** What the answer set, as the header of the next request. */
  readonly cookie: string;
  readonly ms: number;
}

/** One request of a client that gives up after 30 s; never throws. */
export async function request(url: string, init: RequestInit = {}): Promise<RequestResult> {
  const start = performance.now();
  const of = (outcome: Outcome, status: number, rest: Partial<RequestResult> = {}): RequestResult => {
    return { outcome, status, body: {}, cookie: '', ms: performance.now() - start, ...rest };
  };
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await reply.text();
    const body = reply.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : {};
    const cookie = reply.headers
      .getSetCookie()
      .map(set => set.split(';')[0])
      .join('; ');
    return of(outcomeOf(reply.status), reply.status, { body, cookie });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const wasNeverSent = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
    return of(wasNeverSent ? 'refused' : 'unknown', 0);
  }
}

export const sendJson = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<RequestResult> =>
  request(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** A 5xx may come after a commit whose answer was lost on its way from the database. */
function outcomeOf(status: number): Outcome {
  if (status < 300) return 'acknowledged';
  return status < 500 ? 'refused' : 'unknown';
}
