import * as z from 'zod/mini';
import { endpoint, idParam, page } from './endpoint.ts';
import { requiredLine } from './text.ts';

// API tokens (docs/rules.md R19.8), with which programs call the API as an account, by `Authorization: Bearer`.

export const TOKEN_NAME_MAX = 60;
export const TOKENS_MAX = 20;
export const TOKEN_DAYS_MAX = 365;
/** The lifetime of a token without `expiresAt`. */
export const TOKEN_DAYS_DEFAULT = 90;

/** The scopes of a token; `read` allows only calls that do not change data. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const EXPIRY = 'La fecha de vencimiento no es válida';

export const newApiToken = z.object({
  name: requiredLine(
    TOKEN_NAME_MAX,
    'El nombre es requerido',
    `El nombre debe tener como máximo ${TOKEN_NAME_MAX} caracteres`,
  ),
  scope: z.enum(tokenScopes, 'Indica el alcance: «read» o «write»'),
  expiresAt: z.optional(z.iso.datetime({ offset: true, error: EXPIRY })),
});
export type NewApiToken = z.infer<typeof newApiToken>;

export const apiToken = z.object({
  _id: z.uuid(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** The first characters of the token, by which its owner recognises it. */
  prefix: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The time of the last use to the minute, or null if the token was never used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A created token. Only the response to the creation contains the token itself. */
export const createdApiToken = z.extend(apiToken, { token: z.string() });
export type CreatedApiToken = z.infer<typeof createdApiToken>;

const ofAccount = { tag: 'Tokens de API', access: 'session' } as const;

export const listApiTokens = endpoint({
  ...ofAccount,
  method: 'GET',
  path: '/auth/tokens',
  summary: 'Los tokens de API de la cuenta que no han vencido, el más nuevo primero',
  query: page,
  status: 200,
  reply: z.array(apiToken),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'CONFIRM_IDENTITY'],
});

export const createApiToken = endpoint({
  ...ofAccount,
  method: 'POST',
  path: '/auth/tokens',
  summary: `Crear un token de API, que se muestra solo esta vez; máximo ${TOKENS_MAX} por cuenta. Sin «expiresAt» vence en ${TOKEN_DAYS_DEFAULT} días; a más tardar, en un año`,
  body: newApiToken,
  status: 201,
  reply: createdApiToken,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'CONFLICT'],
});

export const removeApiToken = endpoint({
  ...ofAccount,
  method: 'DELETE',
  path: '/auth/tokens/:id',
  summary: 'Eliminar un token de API; deja de servir de inmediato',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});
