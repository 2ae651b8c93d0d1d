import {
  downloadCertificate,
  downloadPeriodCertificate,
  listCertificates,
  readCertificate,
  revokeCertificate,
} from '@minga/contract/certificates';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { type Brand, brandOf } from '../../platform/site/brand.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { Caller } from '../attendance/policy.ts';
import type { CertificateDrawing } from './draw-certificate.ts';
import { presentCertificate } from './presenter.ts';
import type { PrintedCertificate } from './repository.ts';
import * as certificates from './service.ts';

// Drawing a certificate takes about 100 ms of a core, one with 500 activities more than a second.
const CONCURRENT_MAX = 1;
const QUEUE_MAX = 40;
/** Queue limit of one caller, so that its downloads do not fill the queue. Callers are served in turn. */
const QUEUE_OF_CALLER_MAX = 10;
/** Holds some hundred typical certificates, or a few of the largest. */
const CACHE_BYTES_MAX = 4_000_000;

/** Prints a certificate as PDF. Throws 503 if the queue is full, in total or for the caller. */
type PrintCertificate = (row: PrintedCertificate, caller: string) => Promise<Buffer>;

/**
 * Draws certificates in the image process. The content of a certificate changes only with the site's identity, so a cache serves repeated and concurrent
 * downloads.
 */
function createCertificatePrinter({
  publicUrl,
  settings: { timeZone },
  imageProcessor,
  site,
}: Pick<Platform, 'publicUrl' | 'settings' | 'imageProcessor' | 'site'>): PrintCertificate {
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX, QUEUE_OF_CALLER_MAX);
  const cache = new LRUCache<string, Buffer, { row: PrintedCertificate; brand: Brand; caller: string }>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_number, _stale, { context: { row, brand, caller } }) => {
      const { number, issuedAt, printed } = row;
      const input: CertificateDrawing = { number, issuedAt, printed, publicUrl, timeZone, brand };
      return semaphore.run(() => imageProcessor.render({ renderer: 'certificate', input }), caller);
    },
  });
  return (row, caller) => {
    const brand = brandOf(site.current());
    return cache.forceFetch(`${row.number} ${brand.name} ${brand.forest}`, {
      context: { row, brand, caller },
    });
  };
}

/** Routes for certificates of hours. `callerOf` identifies the caller of a request. */
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
