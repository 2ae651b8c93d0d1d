import {
  login,
  PASSWORD_RESET_MESSAGE,
  RECOVERY_SENT_MESSAGE,
  REGISTERED_MESSAGE,
  RESENT_MESSAGE,
  readVerificationLink,
  register,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  VERIFIED_MESSAGE,
  verifyEmail,
} from '@minga/contract/accounts';
import {
  cancelEmailChange,
  changePassword,
  confirmEmailChange,
  EMAIL_CHANGE_SENT_MESSAGE,
  EMAIL_CHANGED_MESSAGE,
  endOtherSessions,
  endSession,
  listSessions,
  PASSWORD_CHANGED_MESSAGE,
  requestEmailChange,
  updateProfile,
} from '@minga/contract/profile';
import { logout, verifySession } from '@minga/contract/session';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountCookies, clientInfoOf, setCookies } from './account-cookies.ts';
import * as emailChange from './email-change-service.ts';
import { PENDING_SIGN_IN_SECONDS } from './factor-rules.ts';
import { presentSession, presentUser } from './presenter.ts';
import * as profile from './profile-service.ts';
import * as recovery from './recovery-service.ts';
import { KNOWN_DEVICE_SECONDS } from './rules.ts';
import * as accounts from './service.ts';
import * as sessions from './session-service.ts';
import { signIn } from './sign-in-service.ts';

/** Sign-up, sign-in and recovery: calls without a session. */
export function accountRoutes(app: FastifyInstance, platform: Platform, cookies: AccountCookies): void {
  route(app, register, async ({ body, request }) => {
    const { confirmPassword: _, ...account } = body;
    await accounts.registerAccount(platform, account, request.ip);
    return { message: REGISTERED_MESSAGE };
  });

  route(app, login, async ({ body, request, reply }) => {
    const earlier = cookies.session.read(request);
    const signedIn = await signIn(platform, body, clientInfoOf(request, cookies), earlier);
    if ('pendingToken' in signedIn) {
      cookies.pending.set(reply, signedIn.pendingToken, PENDING_SIGN_IN_SECONDS);
      return { next: 'second-factor' as const };
    }
    const { user, ...tokens } = signedIn;
    setCookies(reply, cookies, user.role, tokens);
    return presentUser(user);
  });

  route(app, verifySession, async ({ session }) => session && presentUser(session.user));

  route(app, readVerificationLink, async ({ body }) => {
    const { username, email } = await accounts.readVerificationLink(platform, body.token);
    return { username, email };
  });

  route(app, verifyEmail, async ({ body, request, reply }) => {
    const earlier = cookies.session.read(request);
    const client = clientInfoOf(request, cookies);
    const { user, ...tokens } = await accounts.verifyAccount(platform, body.token, client, earlier);
    setCookies(reply, cookies, user.role, tokens);
    return { success: true as const, message: VERIFIED_MESSAGE, user: presentUser(user) };
  });

  route(app, resendVerification, async ({ body, request }) => {
    await accounts.resendVerification(platform, body.email, request.ip);
    return { message: RESENT_MESSAGE };
  });

  route(app, requestPasswordReset, async ({ body, request }) => {
    await recovery.requestPasswordReset(platform, body.email, request.ip);
    return { message: RECOVERY_SENT_MESSAGE, resetLink: null };
  });

  route(app, resetPassword, async ({ body, request, reply }) => {
    const earlier = cookies.device.read(request);
    const deviceToken = await recovery.resetPassword(platform, body.token, body.newPassword, earlier);
    cookies.device.set(reply, deviceToken, KNOWN_DEVICE_SECONDS);
    return { message: PASSWORD_RESET_MESSAGE };
  });

  route(app, logout, async ({ request, reply }) => {
    const token = cookies.session.read(request);
    if (token !== undefined) await sessions.closeSession(platform.db, token);
    cookies.session.clear(reply);
    return undefined;
  });
}

/** The own account: calls with its session, and the link that verifies a new address. */
export function ownAccountRoutes(app: FastifyInstance, platform: Platform, cookies: AccountCookies): void {
  route(app, updateProfile, async ({ session, body }) =>
    presentUser(await profile.updateProfile(platform, session, body)),
  );

  route(app, changePassword, async ({ session, body, request, reply }) => {
    const tokens = await profile.changePassword(platform, session, body, clientInfoOf(request, cookies));
    setCookies(reply, cookies, session.user.role, tokens);
    return { message: PASSWORD_CHANGED_MESSAGE };
  });

  route(app, requestEmailChange, async ({ session, body, request }) => {
    await emailChange.requestEmailChange(platform, session, body, request.ip);
    return { message: EMAIL_CHANGE_SENT_MESSAGE };
  });

  route(app, cancelEmailChange, async ({ session }) => {
    await emailChange.cancelEmailChange(platform, session);
    return undefined;
  });

  route(app, confirmEmailChange, async ({ body }) => {
    await emailChange.confirmEmailChange(platform, body.token);
    return { message: EMAIL_CHANGED_MESSAGE };
  });

  route(app, listSessions, async ({ session, query }) => {
    const { rows, total } = await sessions.ownSessions(platform, session, query);
    return { rows: rows.map(row => presentSession(row, session.id)), total };
  });

  route(app, endSession, async ({ session, params, reply }) => {
    await sessions.endOwnSession(platform.db, session, params.id);
    if (params.id === session.id) cookies.session.clear(reply);
    return undefined;
  });

  route(app, endOtherSessions, async ({ session }) => {
    await sessions.endOtherSessions(platform.db, session);
    return undefined;
  });
}
