import { createHash, randomBytes } from 'node:crypto';

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Creates a token of 256 random bits for links and cookies. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const isToken = (value: string | undefined): value is string =>
  value !== undefined && SHAPE.test(value);
