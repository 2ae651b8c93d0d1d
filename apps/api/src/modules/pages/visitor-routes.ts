import formbody from '@fastify/formbody';
import { searchActivities } from '@minga/contract/activities';
import { ARRIVAL_PATH, isArrivalCode } from '@minga/contract/arrival-code';
import { type Certificate, readCertificate as readEndpoint } from '@minga/contract/certificates';
import { PLACE_PATH, placeCodeIn } from '@minga/contract/self-check-in';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { localTime, startOfDay } from '../../platform/local-time.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentCertificate } from '../certificates/presenter.ts';
import { readCertificate } from '../certificates/service.ts';
import { findPublic } from '../feeds/service.ts';
import { UNSUBSCRIBE_PATH } from '../notifications/delivery/service.ts';
import { unsubscribe } from '../notifications/preferences/service.ts';
import { type Head, HTML_TYPE, indexedWithoutQuery, listHead, NO_INDEX, type Shell } from './shell.ts';
import type { SendPage, SsrPages } from './ssr-page.ts';

/**
 * Routes for the pages of the QR codes of people and places, whose URLs are secrets. Each page is identical for every code and never cached, and search
 * engines must not index it. robots.txt does not list it, because a crawler must read the page to see its `noindex`.
 */
export function arrivalPageRoutes(app: FastifyInstance, screenShell: (address: string) => Shell): void {
  codePageRoute(app, screenShell(`${ARRIVAL_PATH}/$code`), {
    path: ARRIVAL_PATH,
    title: 'Código de llegada',
    isCode: isArrivalCode,
  });
  codePageRoute(app, screenShell(`${PLACE_PATH}/$code`), {
    path: PLACE_PATH,
    title: 'Registra tu llegada',
    isCode: text => placeCodeIn(text) !== null,
  });
}

interface CodePage {
  readonly path: string;
  readonly title: string;
  readonly isCode: (text: string) => boolean;
}

function codePageRoute(app: FastifyInstance, shell: Shell, { path, title, isCode }: CodePage): void {
  const page = shell({ title: `${title} · ${SITE_NAME}`, tags: [NO_INDEX] });
  app.get<{ Params: { code: string } }>(`${path}/:code`, (request, reply) =>
    reply
      .status(isCode(request.params.code) ? 200 : 404)
      .type(HTML_TYPE)
      .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      .send(page),
  );
}

/** The head of the calendar's page. Its canonical URL has no month. */
const calendarHead = (platform: Pick<Platform, 'publicUrl' | 'settings'>, path: string): Required<Head> =>
  listHead(
    {
      title: 'Calendario de actividades',
      description: 'Un mes de mingas, jornadas y encuentros de tu comunidad, día por día.',
    },
    platform,
    path,
  );

export const CALENDAR_PATH = '/calendario';

/** Route for the calendar's page. */
export function calendarPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, send }: { renderer: SsrRenderer; send: SendPage },
): void {
  const { settings, clock } = platform;
  const { timeZone } = settings;

  app.get(CALENDAR_PATH, async (request, reply) => {
    // Redirects to the normalised URL, which the app would otherwise set after hydration.
    const address = renderer.calendarAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = indexedWithoutQuery(request.query, calendarHead(platform, CALENDAR_PATH));
    return send(request, reply, head, viewing => {
      const today = localTime(clock(), timeZone).slice(0, 10);
      return renderer.renderCalendar(request.url, viewing, startOfDay(today, timeZone), async wanted => {
        const { rows, total } = await findPublic(platform, searchActivities.query.parse(wanted));
        return { rows: rows.map(({ activity }) => activity), total };
      });
    });
  });
}

const accountForms = {
  '/login': {
    title: 'Iniciar sesión',
    description: 'Entra con tu correo y tu contraseña, o con tu llave de acceso.',
  },
  '/register': {
    title: 'Crear cuenta',
    description: 'Con una cuenta sigues colectivos, ves a dónde vas y publicas tus actividades.',
  },
} as const;

/** Route for the page of signing in or of signing up. */
export function accountPageRoute(
  app: FastifyInstance,
  platform: Platform,
  path: keyof typeof accountForms,
  { renderer, send }: { renderer: SsrRenderer; send: SendPage },
): void {
  app.get(path, (request, reply) => {
    const address = renderer.accountFormAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = indexedWithoutQuery(request.query, listHead(accountForms[path], platform, path));
    return send(request, reply, head, viewing => renderer.renderAccountForm(request.url, viewing));
  });
}

interface Parts {
  readonly renderer: SsrRenderer;
  readonly pages: SsrPages;
}

/** Route for the public page of a certificate, which its QR code opens. Not cached, so that a revocation takes effect immediately. */
export function certificatePageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, pages }: Parts,
): void {
  app.get<{ Params: { number: string } }>('/constancia/:number', async (request, reply) => {
    const certificate = await find(request.params.number, request.ip);
    // Search engines must not index names.
    const head = {
      title:
        certificate === null
          ? `Constancia · ${SITE_NAME}`
          : `Constancia ${certificate.number} · ${SITE_NAME}`,
      tags: [NO_INDEX],
      status: certificate === null ? 404 : 200,
    };
    return pages.sendUncached(request, reply, head, viewing =>
      renderer.renderCertificate(request.url, viewing, certificate),
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

/** The target of the form. */
const UNSUBSCRIBED_PATH = '/dejar-correos/listo';

// The texts equal those of apps/web/src/features/notifications/components/unsubscribe-*.tsx.

/** The style of the page, for the document's head. */
const UNSUBSCRIBE_STYLE = `<style>
        /* The app's script would set it. */
        body { background: var(--minga-ground); color: var(--minga-ink); font-family: var(--minga-text-font); }
        .without-script-page { max-width: 30rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; font-size: 1.0625rem; }
        .without-script-page h1 {
          margin: 1.75rem 0 0.5rem; font: 700 2.125rem / 1.12 var(--minga-heading-font); text-wrap: balance;
        }
        .without-script-page button {
          width: 100%; min-height: 3.125rem; margin-top: 0.75rem; border: 0; border-radius: var(--minga-radius);
          background: var(--minga-forest); color: var(--minga-forest-contrast); font: inherit; font-weight: 600; cursor: pointer;
        }
        .without-script-page a { display: inline-flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; }
        .without-script-page .home { color: inherit; font: 800 1.6rem var(--minga-heading-font); text-decoration: none; }
      </style>`;

/** The page that asks for confirmation, like the app's screen. Opening the link changes nothing. */
const unsubscribeQuestion = (token: string): string =>
  page(
    '¿Dejar de recibir estos correos?',
    `Ya no te llegarán correos como el que te trajo aquí. Los demás correos de ${SITE_NAME} siguen igual.`,
    `<form method="post" action="${UNSUBSCRIBED_PATH}">
          <input type="hidden" name="token" value="${escapeMarkup(token)}">
          <button type="submit">Dejar de recibirlos</button>
        </form>
        <p>¿Fue sin querer? Cierra esta página: sin tu confirmación, nada cambia.</p>`,
  );

const unsubscribeDone = (hasAccount: boolean): string =>
  page(
    'Listo',
    'Ya no te enviaremos correos como el que te trajo aquí.',
    hasAccount ? '<p>Si cambias de idea, actívalos otra vez en «Configurar Notificaciones».</p>' : '',
  );

const unsubscribeBadLink = (): string =>
  page(
    'Este enlace ya no sirve',
    'No está completo o es de hace más de un año. El de un correo más reciente sí funciona; y si tienes cuenta, en «Configurar Notificaciones» eliges qué avisos recibes.',
  );

const page = (title: string, lead: string, more = ''): string => `
      <main class="without-script-page">
        <a href="/" class="home"><img src="/icon.svg" alt="" width="32" height="32">${SITE_NAME}</a>
        <h1>${title}</h1>
        <p>${lead}</p>
        ${more}
        <p><a href="/actividades">Ver la agenda</a></p>
      </main>
    `;

const linked = z.object({ token: z.string().min(1) });

/** Routes for the page of an unsubscribe link. Without JavaScript, it shows the app's question as an HTML form. */
export async function unsubscribePageRoutes(
  app: FastifyInstance,
  platform: Platform,
  shell: Shell,
): Promise<void> {
  /** Caches must not store a page with a personal token. */
  const send = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .status(status)
      .type(HTML_TYPE)
      .header('cache-control', 'no-store')
      .send(shell({ tags: [UNSUBSCRIBE_STYLE] }, undefined, page));

  app.get(UNSUBSCRIBE_PATH, (request, reply) => {
    const { data } = linked.safeParse(request.query);
    return send(reply, data === undefined ? unsubscribeBadLink() : unsubscribeQuestion(data.token));
  });

  await app.register(async scope => {
    await scope.register(formbody);
    // The page's referrer policy makes browsers send the form with the Origin 'null'. The token authorises the request.
    const options = { config: { isForAll: true }, schema: { hide: true } };
    scope.post(UNSUBSCRIBED_PATH, options, async (request, reply) => {
      const hasAccount = await endedFor(linked.safeParse(request.body).data?.token ?? '');
      return hasAccount === null
        ? send(reply, unsubscribeBadLink(), 400)
        : send(reply, unsubscribeDone(hasAccount));
    });
  });

  /** Unsubscribes. Returns whether the e-mails were for an account, or null if the link is invalid. */
  async function endedFor(token: string): Promise<boolean | null> {
    try {
      return (await unsubscribe(platform, token)).hasAccount;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  }
}
