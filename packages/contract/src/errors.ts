import * as z from 'zod/mini';

/** Stable identifiers for programs; the Spanish sentence for people travels beside them (CONTRACT.md section 1). */
export const errorCodes = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'FOREIGN_ORIGIN',
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_DEACTIVATED',
  'INVALID_TOKEN',
  'WRONG_PASSWORD',
  'NOT_FOUND',
  'DELETED',
  'CONFLICT',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What a call answers to who may not make it, where `access` is a role's. */
export const ROLE_ERRORS = ['UNAUTHENTICATED', 'FORBIDDEN'] as const satisfies ErrorCode[];

/** The body of every error reply. A validation failure lists one sentence per faulty field. */
export const errorReply = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  code: z.enum(errorCodes),
  /** Beside `INVALID_TOKEN` only: the verification page reads it. */
  success: z.optional(z.literal(false)),
});

export type ErrorReply = z.infer<typeof errorReply>;
