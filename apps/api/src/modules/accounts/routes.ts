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
import { createApiToken, listApiTokens, removeApiToken } from '@minga/contract/api-tokens';
import { confirmIdentity, getSecondFactor } from '@minga/contract/identity';
import {
  listPasskeys,
  loginWithPasskey,
  registerPasskey,
  removePasskey,
  startPasskeyLogin,
  startPasskeyRegistration,
} from '@minga/contract/passkeys';
import {
  createCalendarAddress,
  getCalendarAddress,
  removeCalendarAddress,
} from '@minga/contract/personal-calendar';
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
import {
  cancelSecondFactorReset,
  enterSecondFactor,
  RESET_CANCELLED_MESSAGE,
} from '@minga/contract/second-factor';
import { logout, type Role, verifySession } from '@minga/contract/session';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from '@minga/contract/totp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { type Cookie, requireConfirmedIdentity } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { CHALLENGE_SECONDS } from './factors/passkey-rules.ts';
import * as passkeys from './factors/passkey-service.ts';
import { confirmByPasskey, type NewChallenge } from './factors/passkey-service.ts';
import { PENDING_SIGN_IN_SECONDS } from './factors/rules.ts';
import * as totp from './factors/service.ts';
import { cancelReset, ownSecondFactor } from './factors/service.ts';
import {
  presentApiToken,
  presentCalendarAddress,
  presentPasskey,
  presentSession,
  presentUser,
} from './presenter.ts';
import * as emailChange from './registration/email-change-service.ts';
import * as profile from './registration/profile-service.ts';
import * as accounts from './registration/service.ts';
import { KNOWN_DEVICE_SECONDS, sessionLifetime } from './rules.ts';
import * as identity from './sign-in/identity-service.ts';
import * as secondStep from './sign-in/service.ts';
import { signIn, signInWithPasskey, startPasskeyLogin as startLogin } from './sign-in/service.ts';
import type { ClientInfo, ClientTokens } from './sign-in/session-service.ts';
import * as sessions from './sign-in/session-service.ts';
import * as calendars from './tokens/calendar-service.ts';
import * as tokens from './tokens/service.ts';

/** The cookies of a signed-in browser. */
export interface AccountCookies {
  readonly session: Cookie;
  /** Identifies the device, so that its failed sign-ins are counted separately. Signing out does not clear it. */
  readonly device: Cookie;
  /** Identifies a sign-in that is pending its second factor. */
  readonly pending: Cookie;
  /** Binds the challenges of passkeys to the browser, with or without a session. */
  readonly challenge: Cookie;
}

const clientInfoOf = (request: FastifyRequest, { device }: AccountCookies): ClientInfo => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: device.read(request),
});

function setCookies(
  reply: FastifyReply,
  { session, device }: AccountCookies,
  role: Role,
  { sessionToken, deviceToken }: ClientTokens,
): void {
  session.set(reply, sessionToken, sessionLifetime(role).maxSeconds);
  device.set(reply, deviceToken, KNOWN_DEVICE_SECONDS);
}

/** Routes of sign-up, sign-in, sign-out and recovery, which require no session. */
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
    await profile.requestPasswordReset(platform, body.email, request.ip);
    return { message: RECOVERY_SENT_MESSAGE, resetLink: null };
  });

  route(app, resetPassword, async ({ body, request, reply }) => {
    const earlier = cookies.device.read(request);
    const deviceToken = await profile.resetPassword(platform, body.token, body.newPassword, earlier);
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

/** Routes of the session's own account, and of the link that verifies its new address. */
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

/** Routes of the own account's second factors, the second step of a sign-in, and the confirmation of the identity. */
export function secondFactorRoutes(app: FastifyInstance, platform: Platform, cookies: AccountCookies): void {
  route(app, enterSecondFactor, async ({ body, request, reply }) => {
    const token = cookies.pending.read(request);
    const client = clientInfoOf(request, cookies);
    const earlier = cookies.session.read(request);
    const signedIn = await secondStep.enterSecondFactor(platform, token, body.code, client, earlier);
    const { user, ...tokens } = signedIn;
    cookies.pending.clear(reply);
    setCookies(reply, cookies, user.role, tokens);
    return presentUser(user);
  });

  route(app, confirmIdentity, async ({ session, body: { passkey: response, ...proof }, request }) => {
    if (response === undefined) await identity.confirmIdentity(platform, session, proof);
    else {
      const browserToken = cookies.challenge.read(request);
      await confirmByPasskey(platform, session, { response, browserToken }, request.ip);
    }
    return undefined;
  });

  route(app, getSecondFactor, ({ session }) => ownSecondFactor(platform, session));

  route(app, startTotp, ({ session }) => totp.startTotp(platform, session));

  route(app, confirmTotp, async ({ session, body }) => ({
    recoveryCodes: await totp.confirmTotp(platform, session, body.code),
  }));

  route(app, removeTotp, async ({ session }) => {
    await totp.removeTotp(platform, session);
    return undefined;
  });

  route(app, renewRecoveryCodes, async ({ session }) => ({
    recoveryCodes: await totp.renewRecoveryCodes(platform, session),
  }));

  route(app, cancelSecondFactorReset, async ({ body }) => {
    await cancelReset(platform, body.token);
    return { message: RESET_CANCELLED_MESSAGE };
  });
}

/** Routes of the own account's passkeys, and of the sign-in with a passkey. */
export function passkeyRoutes(app: FastifyInstance, platform: Platform, cookies: AccountCookies): void {
  const clientOf = (request: FastifyRequest) => ({
    ...clientInfoOf(request, cookies),
    browserToken: cookies.challenge.read(request),
  });
  const setChallenge = (reply: FastifyReply, { browserToken }: NewChallenge) =>
    cookies.challenge.set(reply, browserToken, CHALLENGE_SECONDS);

  route(app, listPasskeys, async ({ session }) => {
    requireConfirmedIdentity(session, platform.clock());
    const rows = await passkeys.ownPasskeys(platform, session.user.id);
    return { rows: rows.map(presentPasskey), total: rows.length };
  });

  route(app, removePasskey, async ({ session, params }) => {
    requireConfirmedIdentity(session, platform.clock());
    await passkeys.removePasskey(platform, session, params.id);
    return undefined;
  });

  route(app, startPasskeyRegistration, async ({ session, request, reply }) => {
    requireConfirmedIdentity(session, platform.clock());
    const { options, ...challenge } = await passkeys.startRegistration(platform, session, clientOf(request));
    setChallenge(reply, challenge);
    return options;
  });

  route(app, registerPasskey, async ({ session, body, request }) => {
    requireConfirmedIdentity(session, platform.clock());
    const created = await passkeys.registerPasskey(platform, session, body, clientOf(request));
    return { ...presentPasskey(created.passkey), recoveryCodes: created.recoveryCodes };
  });

  route(app, startPasskeyLogin, async ({ request, reply }) => {
    const { options, ...challenge } = await startLogin(platform, clientOf(request));
    setChallenge(reply, challenge);
    return options;
  });

  route(app, loginWithPasskey, async ({ body, request, reply }) => {
    const { browserToken, ...client } = clientOf(request);
    const answer = { response: body.response, browserToken };
    const { user, ...tokens } = await signInWithPasskey(
      platform,
      answer,
      client,
      cookies.session.read(request),
    );
    // A sign-in with a passkey replaces one that is pending its second factor.
    cookies.pending.clear(reply);
    setCookies(reply, cookies, user.role, tokens);
    return presentUser(user);
  });
}

/** Routes of the tokens with which programs call the API as the account. Each route requires a confirmed identity. */
export function apiTokenRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listApiTokens, async ({ session, query }) => {
    requireConfirmedIdentity(session, platform.clock());
    const { rows, total } = await tokens.ownApiTokens(platform, session.user.id, query);
    return { rows: rows.map(presentApiToken), total };
  });

  route(app, createApiToken, async ({ session, body }) => {
    requireConfirmedIdentity(session, platform.clock());
    const { row, token } = await tokens.createApiToken(platform, session, body);
    return { ...presentApiToken(row), token };
  });

  route(app, removeApiToken, async ({ session, params }) => {
    requireConfirmedIdentity(session, platform.clock());
    await tokens.removeApiToken(platform, session, params.id);
    return undefined;
  });
}

/** Routes of the address of the account's personal calendar. */
export function calendarAddressRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, getCalendarAddress, async ({ session }) =>
    presentCalendarAddress(await calendars.calendarAddressSince(platform, session.user.id)),
  );

  route(app, createCalendarAddress, async ({ session }) => ({
    url: await calendars.createCalendarAddress(platform, session),
  }));

  route(app, removeCalendarAddress, async ({ session }) => {
    await calendars.removeCalendarAddress(platform, session.user.id);
    return undefined;
  });
}
