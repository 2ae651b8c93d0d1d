import {
  login,
  logout,
  REGISTERED_MESSAGE,
  RESENT_MESSAGE,
  register,
  resendVerification,
  VERIFIED_MESSAGE,
  verifyEmail,
  verifySession,
} from '@minga/contract/accounts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/cookies.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentUser } from './presenter.ts';
import { sessionLife } from './rules.ts';
import * as accounts from './service.ts';
import { closeSession } from './session-service.ts';
import { signIn } from './sign-in-service.ts';

const userAgentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

export function accountRoutes(app: FastifyInstance, platform: Platform, cookie: Cookie): void {
  route(app, register, async ({ body, request }) => {
    const { confirmPassword: _, ...account } = body;
    await accounts.registerAccount(platform, account, request.ip);
    return { message: REGISTERED_MESSAGE };
  });

  route(app, login, async ({ body, request, reply }) => {
    const from = { origin: request.ip, userAgent: userAgentOf(request) };
    const { user, sessionToken } = await signIn(platform, body, from);
    cookie.set(reply, sessionToken, sessionLife(user.role).mostSeconds);
    return presentUser(user);
  });

  route(app, verifySession, async ({ session }) => session && presentUser(session.user));

  route(app, verifyEmail, async ({ body, request, reply }) => {
    const { user, sessionToken } = await accounts.verifyAccount(platform, body.token, userAgentOf(request));
    cookie.set(reply, sessionToken, sessionLife(user.role).mostSeconds);
    return { success: true as const, message: VERIFIED_MESSAGE, user: presentUser(user) };
  });

  route(app, resendVerification, async ({ body, request }) => {
    await accounts.resendVerification(platform, body.email, request.ip);
    return { message: RESENT_MESSAGE };
  });

  route(app, logout, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token !== undefined) await closeSession(platform.db, token);
    cookie.clear(reply);
    return undefined;
  });
}
