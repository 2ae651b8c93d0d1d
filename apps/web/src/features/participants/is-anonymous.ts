import type { Attendance } from '@minga/contract/attendance';
import { DELETED_NAME } from '@minga/contract/text';

/** The participant's account was deleted, so that it cannot be edited (docs/rules.md R6.5). No user can choose that name. */
export const isAnonymous = ({ name, email }: Pick<Attendance, 'name' | 'email'>): boolean =>
  email === '' && name === DELETED_NAME;
