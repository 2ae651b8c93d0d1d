import {
  downloadCertificate,
  downloadPeriodCertificate,
  listCertificates,
  readCertificate,
  revokeCertificate,
} from '@minga/contract/certificates';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { Caller } from '../attendance/policy.ts';
import { presentCertificate } from './presenter.ts';
import { createCertificatePrinter } from './print-certificate.ts';
import type { PrintedCertificate } from './repository.ts';
import * as certificates from './service.ts';

/** Calls about certificates of hours. `callerOf` reads who sends a request. */
export function certificateRoutes(
  app: FastifyInstance,
  platform: Platform,
  callerOf: (session: Session | null, request: FastifyRequest) => Caller,
): void {
  const print = createCertificatePrinter(platform);

  function send(request: FastifyRequest, reply: FastifyReply, row: PrintedCertificate): Promise<Buffer> {
    reply.header('content-disposition', `attachment; filename="constancia-${row.number}.pdf"`);
    return print(row, request.session?.user.id ?? request.ip);
  }

  route(app, downloadCertificate, async ({ params, query, session, request, reply }) => {
    await platform.limits.count(certificates.downloadByOrigin, request.ip);
    const tokenHash = query.token === undefined ? undefined : hashToken(query.token);
    const caller = callerOf(session, request);
    return send(request, reply, await certificates.certificateOf(platform, params.id, tokenHash, caller));
  });

  route(app, downloadPeriodCertificate, async ({ query, session, request, reply }) => {
    await platform.limits.count(certificates.downloadByOrigin, request.ip);
    const period = { from: query.desde ?? null, until: query.hasta ?? null };
    return send(request, reply, await certificates.periodCertificate(platform, session, period));
  });

  route(app, listCertificates, async ({ params, query, session }) => {
    const { rows, total } = await certificates.certificatesOf(platform, session, params.taskId, query);
    return { rows: rows.map(row => ({ ...row, issuedAt: row.issuedAt.toISOString() })), total };
  });

  route(app, revokeCertificate, async ({ params, session }) => {
    await certificates.revokeCertificate(platform, session, params.id);
    return undefined;
  });

  route(app, readCertificate, async ({ params, request }) =>
    presentCertificate(await certificates.readCertificate(platform, params.number, request.ip)),
  );
}
