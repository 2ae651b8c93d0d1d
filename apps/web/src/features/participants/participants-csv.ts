import type { Attendance } from '@minga/contract/attendance';
import Papa from 'papaparse';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Cells that a spreadsheet would evaluate as a formula (CONTRACT.md section 4), also with full-width characters, which
 * spreadsheets with East Asian input accept. Papa Parse's own expression ends in `.*$` and does not match a cell with a line break.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

/** The list as CSV for spreadsheets: RFC 4180 with CRLF; formulas are escaped with a leading '. */
export const participantsCsv = (participants: readonly Pick<Attendance, 'name' | 'email'>[]): string =>
  BYTE_ORDER_MARK +
  Papa.unparse(
    { fields: ['Nombre', 'Correo'], data: participants.map(({ name, email }) => [name, email]) },
    { newline: '\r\n', escapeFormulae: FORMULA },
  );
