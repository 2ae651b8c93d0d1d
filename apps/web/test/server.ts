import { listOwnActivities, searchActivities } from '@minga/contract/activities';
import { checkAttendances, listOwnAttendances } from '@minga/contract/attendance';
import type { Endpoint, Params, Reply } from '@minga/contract/endpoint';
import { type ErrorCode, errorReply } from '@minga/contract/errors';
import { TOTAL_COUNT_HEADER } from '@minga/contract/lists';
import { listNotifications } from '@minga/contract/notifications';
import { listPlaces } from '@minga/contract/place-proposals';
import { type User, verifySession } from '@minga/contract/session';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { contractCalls } from '../../../packages/contract/src/contract-calls.ts';

const endpoints = contractCalls.map(([, endpoint]) => endpoint);

interface Success<Body> {
  /** By default the endpoint's. */
  status?: number;
  body?: Body | undefined;
  /** Besides those of every response. */
  headers?: Record<string, string>;
  /** The total count of a list, of which `body` is a part. */
  total?: number;
}

interface Failure {
  status: number;
  /** Absent from a proxy's error. */
  body?: { message: string | string[]; code: string; success?: boolean };
}

/** A `Response` comes from something between server and browser, and need not follow the contract. */
type DeclaredResponse<Body = unknown> = Success<Body> | Failure | Response | 'unreachable';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

/** What `respond` accepts for an endpoint. */
export type Declared<E extends Endpoint> = DeclaredResponse<Reply<E>> | Resolver<Reply<E>>;

type Resolver<Body> = (request: SentRequest) => DeclaredResponse<Body> | Promise<DeclaredResponse<Body>>;

/** By method and path, such as 'POST /auth/login'. */
export type Responses = Record<string, DeclaredResponse | Resolver<unknown>>;

/** The response of an endpoint, or the function that makes it. `params` are those of the path. */
export function respond<E extends Endpoint>(
  { method, path }: E,
  response: Declared<E>,
  ...[params]: [Params<E>] extends [undefined] ? [] : [params: Params<E>]
): Responses {
  const values = (params ?? {}) as Record<string, string>;
  return { [`${method} ${path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '')}`]: response };
}

/** Requests without a declared response, and responses that violate the contract. */
const violations: string[] = [];
const server = setupServer();
const API = '/api';
/** The code that usually belongs to a status. */
const codes: Record<number, ErrorCode> = {
  400: 'VALIDATION',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

beforeAll(() =>
  server.listen({
    onUnhandledRequest(request, print) {
      const { origin, pathname, search } = new URL(request.url);
      // A test's own Socket.IO server.
      if (origin !== location.origin) return;
      violations.push(`undeclared: ${request.method} ${pathname.replace(API, '')}${search}`);
      print.error();
    },
  }),
);

afterEach(() => {
  server.resetHandlers();
  const found = violations.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});

afterAll(() => server.close());

function endpointOf(method: string, path: string): Endpoint {
  const matches = endpoints.filter(
    candidate =>
      candidate.method === method &&
      new RegExp(`^${candidate.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const match = matches.find(candidate => candidate.path === path) ?? matches[0];
  if (!match) throw new Error(`Not in the contract: ${method} ${path}`);
  return match;
}

/** Records a response that the API would never send. */
function validate(line: string, endpoint: Endpoint, status: number, body: unknown): void {
  if (status < 400 && status !== endpoint.status)
    violations.push(`${line}: ${status}, not ${endpoint.status}`);
  const schema = status < 400 ? endpoint.reply : errorReply;
  // An error without a body is a proxy's.
  if (!schema || (status >= 400 && body === undefined)) return;
  const { error } = z.safeParse(schema, body);
  if (error) violations.push(`${line}: ${z.prettifyError(error)} in ${JSON.stringify(body)}`);
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/')) return request.formData();
  return type.startsWith('application/json') ? request.json() : undefined;
}

function toResponse(line: string, endpoint: Endpoint, response: DeclaredResponse): Response {
  if (response === 'unreachable') return HttpResponse.error();
  if (response instanceof Response) return response.clone();
  const { status = endpoint.status, body, total, headers: others }: Success<unknown> = response;
  validate(line, endpoint, status, body);
  const headers = { ...others, ...(total !== undefined && { [TOTAL_COUNT_HEADER]: String(total) }) };
  return body === undefined
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
}

/**
 * Declares the responses of the API from now on, in place of those declared before, and returns the requests as they arrive. Any
 * other request fails the test, and so does a response that violates the contract.
 */
export function declareResponses(responses: Responses): SentRequest[] {
  const sent: SentRequest[] = [];
  const handlers = Object.entries(responses).map(([line, response]) => {
    const [method = '', path = ''] = line.split(' ');
    const endpoint = endpointOf(method, path);
    return http.all(`${API}${path}`, async ({ request }) => {
      // Falls through to the next handler.
      if (request.method !== method) return undefined;
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const record = { method, path, query, body: await bodyOf(request) };
      sent.push(record);
      return toResponse(line, endpoint, typeof response === 'function' ? await response(record) : response);
    });
  });
  server.resetHandlers(...handlers);
  return sent;
}

export const maria = {
  _id: '0199aaaa-0000-7000-8000-000000000001',
  username: 'María Chocué',
  email: 'maria@example.org',
  phone: '3124567890',
  gender: null,
  role: 'user',
  isActive: true,
  createdAt: '2026-11-01T00:00:00.000Z',
} as const;

/** The requests that every screen makes with a session, of this user. */
export const signedIn = (user: User | (() => User | null) = maria): Responses => ({
  ...respond(verifySession, typeof user === 'function' ? () => ({ body: user() }) : { body: user }),
  ...respond(listNotifications, { body: [] }),
  // Of the forms in which a place is written.
  ...respond(listPlaces, { body: [] }),
  // Of the first screens of a member without activities.
  ...respond(listOwnAttendances, { body: [] }),
});

/** The request that every screen makes without a session. */
export const visitor: Responses = respond(verifySession, { body: null });

/** The catalogue is empty. */
export const noActivities: Responses = respond(searchActivities, { body: [], total: 0 });

/** The viewer attends none of the activities whose cards are shown. */
export const attendsNone: Responses = respond(checkAttendances, { body: { attending: [], arrived: [] } });

/** Responses of 'Voy a ir' for a user who is no door keeper. */
export const keepsNoDoor: Responses = respond(listOwnActivities, { body: [], total: 0 });

/** An error response of the API, with the code that usually belongs to the status. */
export const errorResponse = (
  status: number,
  message: string | string[],
  code = codes[status] ?? 'INTERNAL',
) => ({
  status,
  body: { message, code },
});
