import type { FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../tokens.ts';

/** The request's cookies by name. */
export type Cookies = FastifyRequest['cookies'];

export interface Cookie {
  read(request: { readonly cookies: Cookies }): string | undefined;
  set(reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/** A cookie that holds one token: HttpOnly, Lax, and over HTTPS `Secure` with the `__Host-` prefix (CONTRACT.md section 2). */
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
