import type { WholeActivity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import Papa from 'papaparse';
import { answerTexts } from '../../lib/attendance/answer-texts.ts';
import { claimTexts } from '../../lib/attendance/claims-text.ts';
import { isUnanswered } from '../../lib/errors/is-unanswered.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Cells that a spreadsheet would evaluate as a formula (docs/rules.md R4.9), also with full-width characters, which
 * spreadsheets with East Asian input accept. Papa Parse's own expression ends in `.*$` and does not match a cell with a line break.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

type Row = Pick<
  Attendance,
  | 'name'
  | 'email'
  | 'phone'
  | 'answers'
  | 'claims'
  | 'status'
  | 'position'
  | 'companions'
  | 'askedAgainAt'
  | 'reconfirmed'
  | 'hours'
>;

const STATUSES = { confirmed: 'Con cupo', offered: 'Cupo ofrecido', waiting: 'En espera' } as const;

const comingText = (row: Row): string =>
  row.reconfirmed ? 'Sí' : isUnanswered(row) ? 'No ha respondido' : '';

/** With a decimal comma, as spreadsheets in Spanish read numbers. */
const hoursText = ({ hours }: Row): string => (hours === null ? '' : String(hours).replace('.', ','));

/**
 * The list as CSV for spreadsheets: RFC 4180 with CRLF; formulas are escaped with a leading '. */
export const participantsCsv = (participants: readonly Row[], asked: Asked): string => {
  const { fields, data } = participantsTable(participants, asked);
  return BYTE_ORDER_MARK + Papa.unparse({ fields, data }, { newline: '\r\n', escapeFormulae: FORMULA });
};

/** Labels of questions that would be read as a column of names or contacts if the list is imported again. */
const LIKE_COLUMN =
  /nombre|apellido|name|participante|persona|asistente|voluntari|correo|mail|tel|cel|m[oó]vil|whats|phone|contact|acompa|compan|guest|invitad/iu;

type Asked = Pick<WholeActivity, 'questions' | 'needs'>;

/** The list as a table. Besides name and contact it has a column for each question, and columns for claims, places, companions, hours and the
 * answer of the day before only if the list has such values. */
export function participantsTable(
  participants: readonly Row[],
  { questions, needs }: Asked,
): { fields: string[]; data: string[][] } {
  const hasPlaces = participants.some(({ status, companions }) => status !== 'confirmed' || companions > 0);
  const wereAsked = participants.some(
    ({ askedAgainAt, reconfirmed }) => askedAgainAt !== null || reconfirmed,
  );
  const hasHours = participants.some(({ hours }) => hours !== null);
  const hasPhones = participants.some(({ phone }) => phone !== '');
  const places = ({ status, position, companions }: Row) =>
    hasPlaces ? [STATUSES[status], String(position ?? ''), String(companions)] : [];
  return {
    fields: [
      ...['Nombre', 'Correo'],
      ...(hasPhones ? ['Teléfono'] : []),
      ...(hasPlaces ? ['Estado', 'Puesto en espera', 'Acompañantes'] : []),
      ...(wereAsked ? ['¿Sigue viniendo?'] : []),
      ...(hasHours ? ['Horas'] : []),
      ...(needs.length > 0 ? ['En qué ayuda y qué lleva'] : []),
      ...questions.map(({ label }) => (LIKE_COLUMN.test(label) ? `${label} (pregunta)` : label)),
    ],
    data: participants.map(row => [
      ...[row.name, row.email],
      ...(hasPhones ? [row.phone] : []),
      ...places(row),
      ...(wereAsked ? [comingText(row)] : []),
      ...(hasHours ? [hoursText(row)] : []),
      ...(needs.length > 0 ? [claimTexts(needs, row.claims).join('; ')] : []),
      ...answerTexts(questions, row.answers),
    ]),
  };
}

export const fileOf = (participants: readonly Row[], asked: Asked): Blob =>
  new Blob([participantsCsv(participants, asked)], { type: 'text/csv' });
