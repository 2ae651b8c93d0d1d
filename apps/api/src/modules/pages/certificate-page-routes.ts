import { type Certificate, readCertificate as readEndpoint } from '@minga/contract/certificates';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentCertificate } from '../certificates/presenter.ts';
import { readCertificate } from '../certificates/service.ts';
import { NO_INDEX } from './shell.ts';
import type { SsrPages } from './ssr-page.ts';

interface Parts {
  readonly renderer: SsrRenderer;
  readonly pages: SsrPages;
}

/** The public page of a certificate, which the QR code on it opens. It is not cached, so that a revocation counts at once. */
export function certificatePageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, pages }: Parts,
): void {
  const { timeZone } = platform.settings;

  app.get<{ Params: { number: string } }>('/constancia/:number', async (request, reply) => {
    const certificate = await find(request.params.number, request.ip);
    // Search engines must not list names.
    const head = {
      title: certificate === null ? 'Constancia · Minga' : `Constancia ${certificate.number} · Minga`,
      tags: [NO_INDEX],
      status: certificate === null ? 404 : 200,
    };
    return pages.sendUncached(request, reply, head, () =>
      renderer.renderCertificate(request.url, timeZone, certificate),
    );
  });

  async function find(number: string, origin: string): Promise<Certificate | null> {
    if (!readEndpoint.params.safeParse({ number }).success) return null;
    try {
      return presentCertificate(await readCertificate(platform, number, origin));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 404) throw error;
      return null;
    }
  }
}
