import type { CheckInOutcome } from '@minga/contract/check-ins';
import type { Outcome } from './ledger.ts';

const TIMEOUT_MS = 30_000;

export interface RequestResult {
  readonly outcome: Outcome;
  /** 0 without a response. */
  readonly status: number;
  readonly body: {
    readonly _id?: string;
    readonly slug?: string;
    readonly secret?: string;
    readonly code?: string;
    readonly message?: unknown;
    readonly results?: readonly CheckInOutcome[];
  };
  /** Cookies that the response set, as the `Cookie` header of the next request. */
  readonly cookie: string;
  readonly ms: number;
}

/** Sends one request with a timeout of 30 s; never throws. */
export async function request(url: string, init: RequestInit = {}): Promise<RequestResult> {
  const start = performance.now();
  const result = (outcome: Outcome, status: number, rest: Partial<RequestResult> = {}): RequestResult => {
    return { outcome, status, body: {}, cookie: '', ms: performance.now() - start, ...rest };
  };
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const body = response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : {};
    const cookie = response.headers
      .getSetCookie()
      .map(set => set.split(';')[0])
      .join('; ');
    return result(outcomeOf(response.status), response.status, { body, cookie });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const isConnectionRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
    return result(isConnectionRefused ? 'refused' : 'unknown', 0);
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

/** A 5xx is `unknown`: the transaction may have committed before the database connection was lost. */
function outcomeOf(status: number): Outcome {
  if (status < 300) return 'acknowledged';
  return status < 500 ? 'refused' : 'unknown';
}
