import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';

const SECURITY_PATH = '/.well-known/security.txt';
/** The section of the profile; without a session the page asks to sign in, where a forgotten password can be replaced. */
const CHANGE_PASSWORD_PAGE = '/profile#contrasena';
/** The manual tells what to report and what to expect. */
const POLICY_PAGE = '/ayuda/preguntas#hay-una-falla-de-seguridad';
/** The legal text that says how to reach the operator. */
const CONTACT_PAGE = '/privacidad';
const HOUR = 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Addresses by which programs find pages of the site (RFC 8615): security.txt (RFC 9116), and the page that changes the password. */
export function wellKnownRoutes(app: FastifyInstance, platform: Platform): void {
  app.get(SECURITY_PATH, { schema: { hide: true } }, (request, reply) =>
    sendWithEtag(request, reply, {
      ...{ type: 'text/plain; charset=utf-8', body: securityText(platform), seconds: HOUR },
    }),
  );
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(CHANGE_PASSWORD_PAGE),
  );
  // Password managers trust the address above only if others are 404 (`resource-that-should-not-exist-…`).
  app.get('/.well-known/*', { schema: { hide: true } }, async () => {
    throw notFound('No existe esta dirección');
  });
}

function securityText({ publicUrl, settings, clock }: Platform): string {
  const { contactEmail, contactPhone } = settings;
  const contacts = [
    ...(contactEmail === null ? [] : [`mailto:${contactEmail}`]),
    ...(contactPhone === null ? [] : [`tel:${contactPhone.replaceAll(/[^\d+]/g, '')}`]),
  ];
  if (contacts.length === 0) contacts.push(publicUrl + CONTACT_PAGE);
  return [
    ...contacts.map(contact => `Contact: ${contact}`),
    `Expires: ${expiry(clock)}`,
    'Preferred-Languages: es',
    `Canonical: ${publicUrl}${SECURITY_PATH}`,
    `Policy: ${publicUrl}${POLICY_PAGE}`,
    '',
  ].join('\n');
}

/** The same for a day, so that caches can tell that nothing changed. */
function expiry(clock: Clock): string {
  const day = Math.floor(clock().getTime() / DAY_MS) + VALID_DAYS;
  return new Date(day * DAY_MS).toISOString().replace('.000', '');
}
