import type { Role } from '@minga/contract/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/cookies.ts';
import { KNOWN_DEVICE_SECONDS, sessionLifetime } from './rules.ts';
import type { ClientInfo, ClientTokens } from './session-service.ts';

/** The cookies of a signed-in browser. */
export interface AccountCookies {
  readonly session: Cookie;
  /** Names the device, so that its failed sign-ins are counted apart. Signing out leaves it. */
  readonly device: Cookie;
  /** A sign-in that waits for the second factor. */
  readonly pending: Cookie;
  /** Binds the challenges of passkeys to the browser, with or without a session. */
  readonly challenge: Cookie;
}

export const clientInfoOf = (request: FastifyRequest, { device }: AccountCookies): ClientInfo => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: device.read(request),
});

export function setCookies(
  reply: FastifyReply,
  { session, device }: AccountCookies,
  role: Role,
  { sessionToken, deviceToken }: ClientTokens,
): void {
  session.set(reply, sessionToken, sessionLifetime(role).maxSeconds);
  device.set(reply, deviceToken, KNOWN_DEVICE_SECONDS);
}
