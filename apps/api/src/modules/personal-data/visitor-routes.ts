import { downloadVisitorData, eraseVisitorData } from '@minga/contract/visitor-data';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseVisitor } from '../attendance/visitor/service.ts';
import { collectVisitorData } from './visitor-service.ts';

/** The personal data of a visitor, for the holder of a personal link: download and erasure. */
export function visitorDataRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, downloadVisitorData, async ({ body, request, reply }) => {
    const data = await collectVisitorData(platform, body.token, request.ip);
    const day = data.exportedAt.slice(0, 'YYYY-MM-DD'.length);
    reply.header('content-disposition', `attachment; filename="minga-mis-datos-${day}.json"`);
    return data;
  });

  route(app, eraseVisitorData, async ({ body, request }) => {
    await eraseVisitor(platform, body.token, request.ip);
    return undefined;
  });
}
