import { downloadImpact, getImpact } from '@minga/contract/impact';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CollectiveMonth } from './repository.ts';
import { impactByCollective, readImpact } from './service.ts';

const BYTE_ORDER_MARK = '\ufeff';
const NO_COLLECTIVE = '(sin colectivo)';
const FIELDS = ['Mes', 'Colectivo', 'Actividades', 'Personas que llegaron', 'Horas confirmadas'];

/**
 * Matches cells that a spreadsheet would evaluate as a formula (docs/rules.md R4.9), including full-width characters, which
 * spreadsheets with East Asian input accept.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

/** CSV with one row per month and collective, in RFC 4180 with CRLF. Formulas are escaped with a leading apostrophe. */
export const impactCsv = (rows: readonly CollectiveMonth[]): string =>
  BYTE_ORDER_MARK +
  [
    FIELDS,
    ...rows.map(({ month, collective, activities, people, hours }) => [
      ...[month, collective ?? NO_COLLECTIVE],
      ...[activities, people].map(String),
      // With a decimal comma, as spreadsheets in Spanish read numbers: '2.5' would be a text, or 2 May.
      String(hours).replace('.', ','),
    ]),
  ]
    .map(cells => `${cells.map(cell).join(',')}\r\n`)
    .join('');

function cell(text: string): string {
  const escaped = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** Routes for the impact of activities: public totals, and a CSV file for administrators. */
export function impactRoutes(app: FastifyInstance, platform: Platform): void {
  const { clock, settings } = platform;

  route(app, getImpact, ({ query }) => readImpact(platform, query.colectivo));

  route(app, downloadImpact, async ({ reply }) => {
    const day = localTime(clock(), settings.timeZone).slice(0, 'YYYY-MM-DD'.length);
    reply.header('content-disposition', `attachment; filename="minga-impacto-${day}.csv"`);
    return Buffer.from(impactCsv(await impactByCollective(platform)));
  });
}
