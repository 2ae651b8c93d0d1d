import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * One call of the API, described once: the server binds it, the web app calls it, the reference is made from it.
 * `path` is below `/api`. `access: 'session'` answers 401 without a session.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: 'public' | 'session';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body may also come as multipart/form-data, with a picture in this field. */
  readonly fileField?: string;
  readonly status: 200 | 201 | 204;
  /** Absent for 204. */
  readonly reply?: z.ZodType;
  /** Lists answer a bare array and the whole count in `X-Total-Count`. */
  readonly isList?: true;
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of an endpoint, so that client and server infer from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export const LIST_LIMIT = 500;
export const TOTAL_COUNT_HEADER = 'x-total-count';

/** `limit` and `offset` of every list (CONTRACT.md section 1). */
export const page = z.object({
  limit: z.coerce.number('El límite debe ser un número').int().min(1).max(LIST_LIMIT).default(LIST_LIMIT),
  offset: z.coerce.number('El desplazamiento debe ser un número').int().min(0).max(10_000_000).default(0),
});

export const idParam = z.object({ id: z.uuid('Identificador no válido') });

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type Params<E extends Endpoint> = Output<E['params']>;
export type Query<E extends Endpoint> = Output<E['query']>;
export type QueryInput<E extends Endpoint> = Input<E['query']>;
export type Body<E extends Endpoint> = Output<E['body']>;
export type BodyInput<E extends Endpoint> = Input<E['body']>;
export type Reply<E extends Endpoint> = Output<E['reply']>;
