import type { CollectiveMonth } from './repository.ts';

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
      ...[activities, people, hours].map(String),
    ]),
  ]
    .map(cells => `${cells.map(cell).join(',')}\r\n`)
    .join('');

function cell(text: string): string {
  const escaped = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
