import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '@minga/contract/endpoint';
import type { ErrorCode } from '@minga/contract/errors';
import { TOTAL_COUNT_HEADER } from '@minga/contract/lists';
import { setServerTime } from '../dates/now.ts';

export const PREFIX = '/api';
const NO_CONNECTION = 'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.';
const UNREADABLE = 'El servidor no respondió como se esperaba. Intenta de nuevo en unos minutos.';

/** A call without a success status. `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number;
  /** `UNSPECIFIED`: a message without a code, as proxies and older servers send it. */
  readonly code: ErrorCode | 'NO_CONNECTION' | 'UNREADABLE' | 'UNSPECIFIED';
  /** At least one sentence in Spanish for the user. */
  readonly messages: string[];
  /** The request's id in the server's log; null without a response. */
  readonly requestId: string | null;

  constructor(status: number, code: ApiError['code'], messages: string[], requestId: string | null = null) {
    super(messages.join(' '));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.messages = messages;
    this.requestId = requestId;
  }
}

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: never }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

type Files = File | readonly File[] | null;

/** A call's input: the endpoint's `params`, `query`, `body` and `file`, as far as it has them. */
export type CallInput<E extends Endpoint> = Field<'params', Params<E>> &
  Field<'query', QueryInput<E>> &
  Field<'body', BodyInput<E>> & {
    /** Sent in the endpoint's `fileField`, maybe several; the body is then encoded as multipart/form-data. */
    file?: E['fileField'] extends string ? Files : never;
    /** Called with the sent share of the request, from 0 to 1. */
    onProgress?: E['fileField'] extends string ? (share: number) => void : never;
    signal?: AbortSignal;
  };

export type Arguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** Calls an endpoint of the contract and returns the response's content (undefined for 204). Rejects with an ApiError only. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Reply<E>> {
  return (await send(endpoint, input)).reply as Reply<E>;
}

/** The same with one of the response's headers, parsed as JSON; null without it. */
export async function callWithHeader<E extends Endpoint>(
  endpoint: E,
  header: string,
  ...[input]: Arguments<E>
): Promise<{ reply: Reply<E>; value: unknown }> {
  const { reply, headers } = await send(endpoint, input);
  const text = headers.get(header);
  return { reply: reply as Reply<E>, value: text === null ? null : JSON.parse(text) };
}

/** Calls a list endpoint; `total` counts all rows, of which `rows` may be a part. Rejects with an ApiError. */
export async function callList<E extends Endpoint & { isList: true }>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<{ rows: Reply<E>; total: number }> {
  const { reply, headers } = await send(endpoint, input);
  const rows = reply as Reply<E> & unknown[];
  const total = headers.get(TOTAL_COUNT_HEADER);
  return { rows, total: total === null ? rows.length : Number(total) };
}

/** Asks the user for a proof of identity; true once the session is confirmed. */
let confirmIdentity: () => Promise<boolean> = async () => false;

/** Sets what a call does when the server wants the identity confirmed: asks, and the call is repeated if the answer is true. */
export const onIdentityUnconfirmed = (confirm: () => Promise<boolean>): void => {
  confirmIdentity = confirm;
};

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: Files;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

async function send(endpoint: Endpoint, input: object = {}): Promise<{ reply: unknown; headers: Headers }> {
  const { params, query, body, file, onProgress, signal }: Parts = input;
  const payload = file ? multipart(body, endpoint.fileField ?? 'file', file) : json(body);
  const request = {
    method: endpoint.method,
    headers: { accept: 'application/json', ...payload.headers },
    ...(payload.body !== undefined && { body: payload.body }),
    ...(signal && { signal }),
  };
  const response = await transfer(PREFIX + urlOf(endpoint.path, params, query), request, onProgress);
  setServerTime(response.headers.get('date'));
  if (!response.ok) {
    const error = await errorFrom(response);
    if (error.code === 'CONFIRM_IDENTITY' && (await confirmIdentity())) return send(endpoint, input);
    throw error;
  }
  if (response.status === 204) return { reply: undefined, headers: response.headers };
  try {
    return { reply: await response.json(), headers: response.headers };
  } catch {
    throw unreadable(response);
  }
}

interface RequestInput {
  method: string;
  headers: Record<string, string>;
  body?: FormData | string;
  signal?: AbortSignal;
}

export async function transfer(
  url: string,
  request: RequestInput,
  onProgress?: (share: number) => void,
): Promise<Response> {
  const { body } = request;
  try {
    if (onProgress && body instanceof FormData) {
      const { upload } = await import('./upload.ts');
      return await upload(url, { ...request, body, onProgress });
    }
    return await fetch(url, { credentials: 'same-origin', ...request });
  } catch (error) {
    // React Query expects its own abort error for a cancelled query.
    if (request.signal?.aborted) throw error;
    throw noConnection();
  }
}

export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('message' in body)) return unreadable(response);
  const sentences = [body.message].flat().filter(sentence => typeof sentence === 'string' && sentence !== '');
  if (sentences.length === 0) return unreadable(response);
  const code = 'code' in body ? (body.code as ErrorCode) : 'UNSPECIFIED';
  return new ApiError(response.status, code, sentences as string[], response.headers.get('x-request-id'));
}

export const noConnection = () => new ApiError(0, 'NO_CONNECTION', [NO_CONNECTION]);

const unreadable = (response: Response) =>
  new ApiError(response.status, 'UNREADABLE', [UNREADABLE], response.headers.get('x-request-id'));

/** `/tasks/:id` with its parameters and the query string; omits empty query values. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function json(body: unknown) {
  if (body === undefined) return { headers: {}, body: undefined };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Lists and objects are encoded as JSON, dates by `toUTCString()`, null as an empty field (docs/rules.md R3.2). */
function multipart(body: unknown, fileField: string, file: File | readonly File[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.append(name, formValue(value));
  }
  for (const one of [file].flat()) form.append(fileField, one);
  return { headers: {}, body: form };
}

function formValue(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toUTCString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
