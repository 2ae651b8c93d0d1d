import type { Attendance } from '@minga/contract/attendance';
import Papa from 'papaparse';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * What a spreadsheet would take for a formula (CONTRACT.md section 4). Papa Parse's own expression ends in `.*$`, which
 * lets a cell with a line break pass.
 */
const FORMULA = /^[=+\-@\t\r]/;

/** The list as a spreadsheet reads it: RFC 4180, CRLF; a formula gets a leading ' and is text. */
export const participantsCsv = (participants: readonly Pick<Attendance, 'name' | 'email'>[]): string =>
  BYTE_ORDER_MARK +
  Papa.unparse(
    { fields: ['Nombre', 'Correo'], data: participants.map(({ name, email }) => [name, email]) },
    { newline: '\r\n', escapeFormulae: FORMULA },
  );
