import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * One call of the API, described once: the server binds it, the web app calls it, the reference is made from it.
 * `path` is below `/api`. `access` other than 'public' answers 401 without a session; a role's name answers 403 to every other role,
 * 'administration' to all but admins and superadmins.
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
  /** The body may also come as multipart/form-data, with a picture in this field. */
  readonly fileField?: string;
  readonly status: 200 | 201 | 204;
  /** Absent for 204. */
  readonly reply?: z.ZodMiniType;
  /** Without a session the reply is the same for everybody, until something public changes: the server may keep it. */
  readonly isShared?: true;
  /** Lists answer a bare array and the whole count in `X-Total-Count`. */
  readonly isList?: true;
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of an endpoint, so that client and server infer from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export const LIST_LIMIT = 500;
export const TOTAL_COUNT_HEADER = 'x-total-count';

const OFFSET_MAX = 10_000_000;

// '0x10' and '1e2' are numbers to JavaScript, but not to who writes an address.
const isDigits = (value: unknown) => typeof value === 'string' && /^\d+$/.test(value);

const wholeNumber = (name: string, least: number, most: number) => {
  const sentence = `${name} debe ser un número entero entre ${least} y ${most}`;
  return z.pipe(
    z.transform((value: unknown) => (isDigits(value) ? Number(value) : value)),
    z.number(sentence).check(z.int(sentence), z.gte(least, sentence), z.lte(most, sentence)),
  );
};

// `prefault`: the reference leaves out a `_default` around what transforms.
/** `limit` and `offset` of every list (CONTRACT.md section 1). */
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
