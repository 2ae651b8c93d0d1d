import type { IncomingHttpHeaders } from 'node:http';
import type { TokenScope } from '@minga/contract/api-tokens';
import { IDENTITY_MINUTES } from '@minga/contract/identity';
import type { Gender, Role } from '@minga/contract/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isToken } from '../tokens.ts';

/** The session of a request, resolved once from its cookie or its API token. */
export interface Session {
  /** The id of the session, or of the token. */
  readonly id: string;
  /** The scope of the request's API token, if it has one; then `user.role` is 'user', regardless of the account's role. */
  readonly tokenScope?: TokenScope;
  /** When a password or a second factor last proved the owner's identity. */
  readonly confirmedAt: Date;
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly email: string;
    readonly phone: string;
    readonly gender: Gender | null;
    readonly role: Role;
    /**
     * Whether the account is an administrator that has met the site's requirements for administrators, and so sees what moderation has
     * hidden. Never true with an API token.
     */
    readonly isModerator?: boolean;
    readonly isActive: boolean;
    readonly createdAt: Date;
  };
}

/**
 * Throws 403 CONFIRM_IDENTITY if the session's owner has not entered the password or a second factor within 15 minutes. This protects
 * actions that a stranger at an unlocked screen must not perform. The client confirms by `POST /auth/identity` and repeats the call.
 */
export function requireConfirmedIdentity({ confirmedAt }: Pick<Session, 'confirmedAt'>, now: Date): void {
  if (now.getTime() - confirmedAt.getTime() <= IDENTITY_MINUTES * 60_000) return;
  throw new AppError(
    403,
    'CONFIRM_IDENTITY',
    'Confirma que eres tú con tu contraseña o tu código y vuelve a intentarlo.',
  );
}

const BEARER = /^bearer(?: +(?<token>.*))?$/i;

/** Returns the token of `Authorization: Bearer …`, '' if the token is missing, or undefined for other schemes and without the header. */
export function readBearer({ authorization }: IncomingHttpHeaders): string | undefined {
  const match = BEARER.exec(authorization?.trim() ?? '');
  return match === null ? undefined : (match.groups?.token ?? '');
}

/** The request's cookies by name. */
export type Cookies = FastifyRequest['cookies'];

export interface Cookie {
  read(request: { readonly cookies: Cookies }): string | undefined;
  set(reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/** A cookie that holds one token: HttpOnly, Lax, and over HTTPS `Secure` with the `__Host-` prefix (docs/rules.md R2.1). */
export function tokenCookie(name: string, publicUrl: string): Cookie {
  const secure = publicUrl.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : name;
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    read: request => {
      const value = request.cookies[fullName];
      return isToken(value) ? value : undefined;
    },
    set: (reply, token, maxAge) => void reply.setCookie(fullName, token, { ...options, maxAge }),
    clear: reply => void reply.clearCookie(fullName, options),
  };
}
