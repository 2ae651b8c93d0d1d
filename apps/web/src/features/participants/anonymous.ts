import type { Attendance } from '@minga/contract/attendance';

/** The account was deleted: 'Usuario eliminado', of whom there is nothing to change (CONTRACT.md section 6). */
export const isAnonymous = ({ email }: Pick<Attendance, 'email'>): boolean => email === '';
