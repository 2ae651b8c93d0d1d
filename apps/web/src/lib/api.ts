import {
  type BodyInput,
  type Endpoint,
  type Params,
  type QueryInput,
  type Reply,
  TOTAL_COUNT_HEADER,
} from '@minga/contract/endpoint';
import type { ErrorCode } from '@minga/contract/errors';
import { hearServerTime } from './now.ts';

const PREFIX = '/api';
const NO_CONNECTION = 'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.';
const UNREADABLE = 'El servidor no respondió como se esperaba. Intenta de nuevo en unos minutos.';

/** A call that was not answered with its success status. `status` 0: no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'NO_CONNECTION' | 'UNREADABLE';
  /** Spanish sentences for people, at least one. */
  readonly messages: string[];
  /** What the server's log calls this request; null when there was no answer. */
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

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: never }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

/** What a call of this endpoint takes: `params`, `query` and `body` where it has them, `file` where it takes a picture. */
type CallInput<E extends Endpoint> = Given<'params', Params<E>> &
  Given<'query', QueryInput<E>> &
  Given<'body', BodyInput<E>> & {
    /** Sent in the endpoint's `fileField`; the body then travels as multipart/form-data. */
    file?: E['fileField'] extends string ? File | null : never;
    /** Told how much of a file has left, from 0 to 1. */
    onProgress?: E['fileField'] extends string ? (share: number) => void : never;
    signal?: AbortSignal;
  };

type Arguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** Calls an endpoint of the contract; answers its reply (undefined for 204). Throws an ApiError, and nothing else. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Reply<E>> {
  return (await send(endpoint, input)).reply as Reply<E>;
}

/** Calls a list endpoint; `total` is the whole count, of which `rows` may be a part. Throws an ApiError. */
export async function callList<E extends Endpoint & { isList: true }>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<{ rows: Reply<E>; total: number }> {
  const { reply, headers } = await send(endpoint, input);
  const rows = reply as Reply<E> & unknown[];
  const total = headers.get(TOTAL_COUNT_HEADER);
  return { rows, total: total === null ? rows.length : Number(total) };
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: File | null;
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
  const response = await answer(PREFIX + address(endpoint.path, params, query), request, onProgress);
  hearServerTime(response.headers.get('date'));
  if (!response.ok) throw await refusal(response);
  if (response.status === 204) return { reply: undefined, headers: response.headers };
  try {
    return { reply: await response.json(), headers: response.headers };
  } catch {
    throw unreadable(response);
  }
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: FormData | string;
  signal?: AbortSignal;
}

async function answer(url: string, sent: Sent, onProgress?: (share: number) => void): Promise<Response> {
  const { body } = sent;
  try {
    if (onProgress && body instanceof FormData) {
      const { upload } = await import('./upload.ts');
      return await upload(url, { ...sent, body, onProgress });
    }
    return await fetch(url, { credentials: 'same-origin', ...sent });
  } catch (error) {
    // A cancelled query is no failure: react-query wants its own abort error back.
    if (sent.signal?.aborted) throw error;
    throw noConnection();
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('message' in body)) return unreadable(response);
  const sentences = [body.message].flat().filter(sentence => typeof sentence === 'string' && sentence !== '');
  if (sentences.length === 0) return unreadable(response);
  const code = 'code' in body ? (body.code as ErrorCode) : 'UNREADABLE';
  return new ApiError(response.status, code, sentences as string[], response.headers.get('x-request-id'));
}

export const noConnection = () => new ApiError(0, 'NO_CONNECTION', [NO_CONNECTION]);

const unreadable = (response: Response) =>
  new ApiError(response.status, 'UNREADABLE', [UNREADABLE], response.headers.get('x-request-id'));

/** `/tasks/:id` with its parameters and its query filled in; empty and absent query values are left out. */
function address(path: string, params: unknown, query: unknown): string {
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

/** Lists travel as JSON text, dates as `toUTCString()` writes them (CONTRACT.md section 3). */
function multipart(body: unknown, fileField: string, file: File) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null) form.append(name, formValue(value));
  }
  form.append(fileField, file);
  return { headers: {}, body: form };
}

function formValue(value: unknown): string {
  if (value instanceof Date) return value.toUTCString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
