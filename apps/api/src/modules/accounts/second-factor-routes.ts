import { confirmIdentity, getSecondFactor } from '@minga/contract/identity';
import {
  cancelSecondFactorReset,
  enterSecondFactor,
  RESET_CANCELLED_MESSAGE,
} from '@minga/contract/second-factor';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from '@minga/contract/totp';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountCookies, clientInfoOf, setCookies } from './account-cookies.ts';
import { cancelReset } from './factor-reset-service.ts';
import * as identity from './identity-service.ts';
import { confirmByPasskey } from './passkey-identity-service.ts';
import { presentUser } from './presenter.ts';
import { ownSecondFactor } from './second-factor-service.ts';
import * as secondStep from './second-step-service.ts';
import * as totp from './totp-service.ts';

/** Second factors of the own account, the step of a sign-in that asks for one, and the proof of the own identity. */
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
