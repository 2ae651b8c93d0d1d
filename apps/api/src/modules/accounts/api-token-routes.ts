import { createApiToken, listApiTokens, removeApiToken } from '@minga/contract/api-tokens';
import type { FastifyInstance } from 'fastify';
import { requireConfirmedIdentity } from '../../platform/http/confirmed-identity.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentApiToken } from './api-token-presenter.ts';
import * as tokens from './api-token-service.ts';

/** The tokens with which programs call the API as the account. Each call takes a confirmed identity. */
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
