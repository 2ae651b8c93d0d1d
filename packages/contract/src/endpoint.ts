import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { LIST_LIMIT } from './lists.ts';

/**
 * The single description of an API call: the server binds it, the web app calls it, and the API reference is generated from it.
 * `path` is relative to `/api`. An `access` other than 'public' requires a session (401). A role's name rejects every other role
 * with 403; 'administration' admits admins and superadmins.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: 'public' | 'session' | 'admin' | 'superadmin' | 'administration';
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The body may also be multipart/form-data, with an image in this field. */
  readonly fileField?: string;
  /** The maximum size of the body in bytes, if it is larger than that of other calls. */
  readonly bodyMax?: number;
  /**
   * The list in the body of which the handler validates each item by itself. An item with characters that no text may contain is null for
   * the handler and does not fail the call.
   */
  readonly rowsField?: string;
  /** The maximum number of images; one by default. If it is larger, text fields may be repeated, as a list. */
  readonly filesMax?: number;
  readonly status: 200 | 201 | 202 | 204;
  /** The schema of the response; absent for 204 and for files. */
  readonly reply?: z.ZodMiniType;
  /** The media type, if the response is a file. */
  readonly fileType?: string;
  /** Whether the server may cache the response to callers without a session, or without any cookie, since it has only public data. */
  readonly isShared?: true | 'without-cookie';
  /** Whether scripts of all sites may read the response to this GET without credentials (CORS). */
  readonly isCrossOrigin?: true;
  /** Whether this GET may store data, such as an issued certificate. API tokens with the scope `read` cannot call it. */
  readonly hasEffects?: true;
  /** Whether the response is a list: a bare array, with the total count in `X-Total-Count`. */
  readonly isList?: true;
  /** Whether the reply is an object that may have several megabytes, so that the call is queued and the response is sent in parts. */
  readonly isLong?: true;
  /** Whether the reply takes milliseconds to compute, so that calls are queued, as for long lists. */
  readonly isCostly?: true;
  /** Whether the reply has `success: true`, and every error `success: false`. */
  readonly hasSuccess?: true;
  readonly errors: readonly ErrorCode[];
}

/** Preserves the literal types of an endpoint, from which client and server infer theirs. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

const OFFSET_MAX = 10_000_000;

// Number() would also accept '0x10' and '1e2'.
const isDigits = (value: unknown) => typeof value === 'string' && /^\d+$/.test(value);

export const wholeNumber = (name: string, least: number, most: number) => {
  const sentence = `${name} debe ser un número entero entre ${least} y ${most}`;
  return z.pipe(
    z.transform((value: unknown) => (isDigits(value) ? Number(value) : value)),
    z.number(sentence).check(z.int(sentence), z.gte(least, sentence), z.lte(most, sentence)),
  );
};

/**
 * The `limit` and the `offset` of every list (docs/rules.md R1.8). Their defaults use `prefault`, since the API reference omits `_default`
 * around a transform.
 */
export const page = z.object({
  limit: z.prefault(wholeNumber('El límite', 1, LIST_LIMIT), LIST_LIMIT),
  offset: z.prefault(wholeNumber('El desplazamiento', 0, OFFSET_MAX), 0),
});

export const INVALID_ID = 'Identificador no válido';
export const idParam = z.object({ id: z.uuid(INVALID_ID) });

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

export type Params<E extends Endpoint> = Output<E['params']>;
export type Query<E extends Endpoint> = Output<E['query']>;
export type QueryInput<E extends Endpoint> = Input<E['query']>;
export type Body<E extends Endpoint> = Output<E['body']>;
export type BodyInput<E extends Endpoint> = Input<E['body']>;
export type Reply<E extends Endpoint> = Output<E['reply']>;
