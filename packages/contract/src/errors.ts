import * as z from 'zod/mini';

/** Stable error identifiers for clients, which are sent with a Spanish message for people (docs/rules.md R1.2). */
export const errorCodes = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'FOREIGN_ORIGIN',
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_DEACTIVATED',
  'INVALID_TOKEN',
  'WRONG_PASSWORD',
  'WRONG_CODE',
  'WRONG_PASSKEY',
  'CONFIRM_IDENTITY',
  'SECOND_FACTOR_REQUIRED',
  'NOT_FOUND',
  'DELETED',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'LIMIT',
  'DECIDED',
  'QUESTION_ANSWERED',
  'NEED_TAKEN',
  'NEED_REQUIRED',
  'NEED_FULL',
  'PARTY_TOO_SMALL',
  'CLASH',
  'NOT_ATTENDING',
  'NOT_CONFIRMED',
  'FULL',
  'NOT_NOW',
  'NO_HOURS',
  'OFFER_OVER',
  'WRONG_ACCOUNT',
  'LAST_OWNER',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The errors of a call whose `access` is a role, for callers without that role or without the second factor that it needs. */
export const ROLE_ERRORS = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'SECOND_FACTOR_REQUIRED',
] as const satisfies ErrorCode[];

/** The body of every error response. A validation error lists one message per invalid field. */
export const errorReply = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  code: z.enum(errorCodes),
  /** Present with `INVALID_TOKEN`, and with every error of a call that has `hasSuccess` (docs/rules.md R2.5). */
  success: z.optional(z.literal(false)),
});

export type ErrorReply = z.infer<typeof errorReply>;
