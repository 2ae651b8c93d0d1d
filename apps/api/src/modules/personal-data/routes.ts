import { deleteAccount, downloadData, getProfile } from '@minga/contract/profile';
import { downloadVisitorData, eraseVisitorData } from '@minga/contract/visitor-data';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Cookie } from '../../platform/http/session.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentUser } from '../accounts/presenter.ts';
import { eraseVisitor } from '../attendance/visitor/service.ts';
import * as personalData from './service.ts';
import { collectVisitorData } from './service.ts';

/** Routes of the overview, download and deletion of the personal data, in all modules, of an account or a visitor. */
export function personalDataRoutes(app: FastifyInstance, platform: Platform, sessionCookie: Cookie): void {
  visitorDataRoutes(app, platform);

  route(app, getProfile, async ({ session }) => ({
    user: presentUser(session.user),
    ...(await personalData.accountContents(platform, session)),
  }));

  route(app, downloadData, async ({ session, reply }) => {
    const data = await personalData.collectInTurn(platform, session, reply.raw);
    reply.header('content-disposition', attachment(platform));
    return data;
  });

  route(app, deleteAccount, async ({ session, body, reply }) => {
    await personalData.deleteAccount(platform, session, body.password);
    sessionCookie.clear(reply);
    return undefined;
  });
}

/** Routes with which the holder of a personal link downloads or erases the personal data of a visitor. */
function visitorDataRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, downloadVisitorData, async ({ body, request, reply }) => {
    const data = await collectVisitorData(platform, body.token, request.ip);
    reply.header('content-disposition', attachment(platform));
    return data;
  });

  route(app, eraseVisitorData, async ({ body, request }) => {
    await eraseVisitor(platform, body.token, request.ip);
    return undefined;
  });
}

/** Names the file by the day in the site's time zone, as the web app does. */
function attachment({ clock, settings }: Platform): string {
  const day = localTime(clock(), settings.timeZone).slice(0, 'YYYY-MM-DD'.length);
  return `attachment; filename="minga-mis-datos-${day}.json"`;
}
