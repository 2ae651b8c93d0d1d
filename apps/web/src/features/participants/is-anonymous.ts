import type { Attendance } from '@minga/contract/attendance';

/** The participant's account was deleted: 'Usuario eliminado', which cannot be edited (CONTRACT.md section 6). */
export const isAnonymous = ({ email }: Pick<Attendance, 'email'>): boolean => email === '';
