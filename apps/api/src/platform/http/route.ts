import { Readable } from 'node:stream';
import type { TokenScope } from '@minga/contract/api-tokens';
import type { Body, Endpoint, Params, Query, Reply } from '@minga/contract/endpoint';
import { errorReply } from '@minga/contract/errors';
import { TOTAL_COUNT_HEADER, VISITOR_LIST_LIMIT } from '@minga/contract/lists';
import type { Role } from '@minga/contract/session';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  RouteShorthandOptions,
} from 'fastify';
import { es } from 'zod/locales';
import * as z from 'zod/mini';
import { AppError, forbidden, invalid, NOT_ALLOWED, NOT_UNDERSTOOD, unauthenticated } from '../errors.ts';
import { fillJson } from '../site/site-text.ts';
import { compiledSchema, toJson } from '../speed/compiled-schema.ts';
import { inTurn, jsonParts, SHORT_LIST, serializeRows } from '../speed/costly-responses.ts';
import { sendCacheable } from '../speed/response-cache.ts';
import { readMultipart } from './multipart.ts';
import type { Session } from './session.ts';
import type { Upload, UploadPlaces } from './upload-places.ts';

// The contract has its own sentences; zod's messages for other errors (an array instead of an object) are in Spanish too.
z.config(es());

/** Validates with the contract's schema: one sentence per invalid field, plain text only. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  data => {
    try {
      return { value: validated(schema, data) };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  };

/** Serialises a response by the contract's schema, which names every field that it may have. */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> =
  ({ schema }) =>
  data =>
    toJson(schema, data);

/** Returns the parsed data. Throws 400 if they are invalid. */
export function validated<Schema extends z.core.$ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  if (!isPlainText(data)) throw invalid(['El texto contiene caracteres no permitidos']);
  const result = z.safeParse(compiledSchema(schema), data);
  if (!result.success) throw validationError(result.error);
  return result.data;
}

function validationError(error: z.core.$ZodError): AppError {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const [field] = issue.path;
    // The data are no object: only a faulty client program can cause this error.
    const sentence = field === undefined && issue.code === 'invalid_type' ? NOT_UNDERSTOOD : issue.message;
    if (!byField.has(String(field))) byField.set(String(field), sentence);
  }
  return invalid([...new Set(byField.values())]);
}

/** Returns true if no string contains NUL, which PostgreSQL cannot store, or a lone surrogate. */
function isPlainText(data: unknown): boolean {
  // Iterative, since recursion into a deeply nested body would exhaust the stack.
  const rest = [data];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) rest.push(key, item);
  }
  return true;
}

/** Replaces the items of a list in the body that contain forbidden characters by null. */
function clearForbiddenRows(body: unknown, field: string): void {
  if (typeof body !== 'object' || body === null) return;
  const rows: unknown = Reflect.get(body, field);
  if (Array.isArray(rows))
    Reflect.set(
      body,
      field,
      rows.map(row => (isPlainText(row) ? row : null)),
    );
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** The files of a multipart body. */
    uploads: readonly Buffer[] | null;
    upload: Upload | null;
    /** Whether the handler runs, which may use `uploads` even if the connection is lost. */
    isHandling: boolean;
  }
  interface FastifyInstance {
    uploadPlaces: UploadPlaces;
    /** Throws if the administrator has not met the site's requirements, such as a second factor. */
    checkAdministrator: (session: Session) => Promise<void>;
  }
  interface FastifyContextConfig {
    /** Whether the body of every error has `success: false`. */
    hasSuccess?: boolean;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface Call<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** The first of `files`. */
  readonly file: Buffer | null;
  readonly files: readonly Buffer[];
  /** Null only if the endpoint's `access` is 'public'. */
  readonly session: E['access'] extends 'public' ? Session | null : Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** The total without limit and offset. */
  readonly total: number;
}

type Answer<E extends Endpoint> = E extends { fileType: string }
  ? Buffer
  : E extends { isList: true }
    ? Reply<E> extends (infer Row)[]
      ? Page<Row>
      : never
    : E['status'] extends 204
      ? undefined
      : Reply<E>;

interface Options<E extends Endpoint> {
  /**
   * Whether this session gets the response that such sessions share, which differs from the visitors' response. The handler then gets the
   * session of an account that has no part in anything (`sharedSession`), so that the response reveals nothing of one account to another.
   */
  readonly isSharedWith?: (session: Session, params: Call<E>['params']) => Promise<boolean>;
}

const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

const sharedSession = (session: Session): Session => ({
  ...session,
  user: {
    ...session.user,
    id: NO_ACCOUNT,
    username: '',
    email: '',
    phone: '',
    role: 'user',
    isModerator: false,
  },
});

/**
 * Throws if the caller may not act on the resource that the path names. It is called before the body is read, so it cannot depend on the
 * body.
 */
type Authorize<E extends Endpoint> = (call: Pick<Call<E>, 'params' | 'session'>) => Promise<unknown>;

interface UploadOptions<E extends Endpoint> extends Options<E> {
  readonly authorize: Authorize<E>;
}

/** An `authorize` for paths that name no resource with restricted access: every account may act. */
export const anyAccount = async (): Promise<void> => undefined;

/**
 * Binds an endpoint of the contract: checks access, reads and validates the input, runs the handler, serialises the response. Endpoints
 * that receive pictures need `authorize`.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  ...[options]: E extends { fileField: string } ? [UploadOptions<E>] : [Options<E>?]
): void {
  const { method, path: url } = endpoint;
  const { isSharedWith, authorize }: Options<E> & Partial<UploadOptions<E>> = options ?? {};
  // The hook that fills the words of the site in other responses does not see streams.
  const fillSite = (json: string) => fillJson(json, app.site.current());
  async function* filled(parts: AsyncIterable<string>) {
    for await (const part of parts) yield fillSite(part);
  }
  app.route({ method, url, ...optionsOf(app, endpoint, authorize), handler: handle });

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    request.isHandling = true;
    try {
      return await answer(request, reply);
    } finally {
      request.isHandling = false;
      request.upload?.close();
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const call = {
      params: request.params,
      query: queryOf(endpoint, request),
      body: request.body,
      file: request.uploads?.[0] ?? null,
      files: request.uploads ?? [],
      session: request.session,
      request,
      reply,
    } as Call<E>;
    const caller = request.session?.user.id ?? request.ip;
    reply.status(endpoint.status);
    const key = await cacheKey(request);
    if (key !== null) {
      const { session } = request;
      const shared = session === null ? call : { ...call, session: sharedSession(session) };
      const read = async () => {
        if (endpoint.isList !== true)
          return { body: String(reply.serialize(await handler(shared))), type: JSON_TYPE };
        const { parts, total } = await readList(shared);
        return { body: parts.join(''), type: JSON_TYPE, headers: { [TOTAL_COUNT_HEADER]: String(total) } };
      };
      return sendCacheable(request, reply, read, key);
    }
    if (endpoint.isList === true) {
      const { parts, total } = await readList(call);
      reply.header(TOTAL_COUNT_HEADER, total).type(JSON_TYPE);
      // Some lists have several megabytes, which would block the event loop if they were written at once.
      if (parts.length > 1) return reply.send(Readable.from(parts));
      // The parts are serialised already.
      return reply.serializer(String).send(parts.join(''));
    }
    const isCostly = endpoint.isCostly === true || endpoint.isLong === true;
    const body = await (isCostly ? inTurn(() => handler(call), caller) : handler(call));
    if (endpoint.isLong === true)
      return reply
        .type(JSON_TYPE)
        .send(Readable.from(filled(jsonParts(endpoint.reply as z.ZodMiniObject, body as object))));
    // The type is set after the handler has succeeded, since an error is JSON.
    if (endpoint.fileType !== undefined) reply.type(endpoint.fileType);
    return body;

    function readList(of: Call<E>): Promise<{ parts: readonly string[]; total: number }> {
      const read = async () => {
        const { rows, total } = (await handler(of)) as Page<unknown>;
        return { parts: await serializeRows(rows, some => fillSite(String(reply.serialize(some)))), total };
      };
      const { limit } = call.query as { limit?: number };
      const isShort = limit === undefined || limit <= SHORT_LIST;
      return isShort ? read() : inTurn(read, caller);
    }
  }

  /** The key in the response cache, or null if the response is not shared. No URL starts as the sessions' keys do. */
  async function cacheKey(request: FastifyRequest): Promise<string | null> {
    const { session, url } = request;
    if (isCacheable(endpoint, request)) return url;
    return session !== null &&
      isSharedWith !== undefined &&
      (await isSharedWith(session, request.params as Call<E>['params']))
      ? `session ${url}`
      : null;
  }
}

function isCacheable({ isShared }: Endpoint, { session, headers }: FastifyRequest): boolean {
  if (session !== null) return false;
  return isShared === 'without-cookie' ? headers.cookie === undefined : isShared === true;
}

/** Returns the validated query. For a list that a visitor requests, `limit` is at most `VISITOR_LIST_LIMIT`. */
function queryOf({ isList }: Endpoint, { query, session }: FastifyRequest): unknown {
  const { limit } = query as { limit?: unknown };
  return isList === true && session === null && typeof limit === 'number' && limit > VISITOR_LIST_LIMIT
    ? { ...(query as object), limit: VISITOR_LIST_LIMIT }
    : query;
}

function optionsOf<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  authorize: Authorize<E> | undefined,
): RouteShorthandOptions {
  const { fileField, filesMax, hasSuccess = false, isCrossOrigin = false, bodyMax, rowsField } = endpoint;
  return {
    ...(bodyMax && { bodyLimit: bodyMax }),
    config: { hasSuccess, isCrossOrigin },
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(fileField && { consumes: ['application/json', 'multipart/form-data'] }),
      response: responsesOf(endpoint),
    },
    // These checks run before the body is read.
    preParsing: async request => {
      const { session } = request;
      if (session?.tokenScope !== undefined) checkScope(endpoint, session.tokenScope);
      checkAccess(endpoint, session);
      if (isOfRole(endpoint) && session !== null) await app.checkAdministrator(session);
      if (authorize === undefined) return;
      const params = endpoint.params && validated(endpoint.params, request.params);
      await authorize({ params, session } as Pick<Call<E>, 'params' | 'session'>);
    },
    preValidation: async (request, reply) => {
      if (fileField !== undefined && request.isMultipart())
        await readMultipart(request, reply, { fileField, ...(filesMax && { filesMax }) });
      if (rowsField !== undefined) clearForbiddenRows(request.body, rowsField);
    },
  };
}

const isOfRole = ({ access }: Endpoint) => access !== 'public' && access !== 'session';

/**
 * Throws 403 for calls that an API token may not make: those about the account, those of the administration, and those beyond its scope
 * (docs/decisions/0048-api-tokens.md).
 */
function checkScope(endpoint: Endpoint, scope: TokenScope): void {
  const { method, hasEffects } = endpoint;
  if (!admitsTokens(endpoint)) throw forbidden('Un token de API no sirve para tu cuenta ni para administrar');
  if (scope === 'read' && (method !== 'GET' || hasEffects === true))
    throw forbidden('Este token solo permite leer');
}

export const admitsTokens = ({ path, access }: Endpoint): boolean =>
  !path.startsWith('/auth/') && (access === 'public' || access === 'session');

function checkAccess({ access }: Endpoint, session: Session | null): void {
  if (access === 'public') return;
  if (session === null) throw unauthenticated();
  if (access === 'session') return;
  const allowed: readonly Role[] = access === 'administration' ? ['admin', 'superadmin'] : [access];
  if (!allowed.includes(session.user.role)) throw forbidden(NOT_ALLOWED);
}

const FILE = z.string();

function responsesOf(endpoint: Endpoint): Record<string, unknown> {
  const responses: Record<string, unknown> = { '4xx': errorReply, '5xx': errorReply };
  if (endpoint.reply) responses[endpoint.status] = endpoint.reply;
  if (endpoint.fileType) responses[endpoint.status] = { content: { [endpoint.fileType]: { schema: FILE } } };
  return responses;
}
