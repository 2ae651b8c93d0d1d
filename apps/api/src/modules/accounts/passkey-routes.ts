import {
  listPasskeys,
  loginWithPasskey,
  registerPasskey,
  removePasskey,
  startPasskeyLogin,
  startPasskeyRegistration,
} from '@minga/contract/passkeys';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireConfirmedIdentity } from '../../platform/http/confirmed-identity.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountCookies, clientInfoOf, setCookies } from './account-cookies.ts';
import type { NewChallenge } from './passkey-challenge-service.ts';
import { CHALLENGE_SECONDS } from './passkey-rules.ts';
import * as passkeys from './passkey-service.ts';
import { signInWithPasskey, startPasskeyLogin as startLogin } from './passkey-sign-in-service.ts';
import { presentPasskey, presentUser } from './presenter.ts';

/** Passkeys: those of the own account, and the sign-in with one. */
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
    // A passkey also ends a sign-in that waits for the second factor.
    cookies.pending.clear(reply);
    setCookies(reply, cookies, user.role, tokens);
    return presentUser(user);
  });
}
