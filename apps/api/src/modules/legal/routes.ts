import { getLegalText, getManagedLegalText, writeLegalText } from '@minga/contract/legal';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as legal from './service.ts';

/** Routes of the policy for personal data and the terms, which are public and which superadmins change. */
export function legalRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, getLegalText, ({ params }) => legal.legalText(platform, params.kind));

  route(app, getManagedLegalText, ({ params }) => legal.managedLegalText(platform, params.kind));

  route(app, writeLegalText, ({ params, body, session }) =>
    legal.writeLegalText(platform, session, params.kind, body.text),
  );
}
