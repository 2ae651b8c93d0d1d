import type { Attendance } from '@minga/contract/attendance';

/** The party was asked whether it still comes and has not answered. */
export const isUnanswered = ({
  askedAgainAt,
  reconfirmed,
}: Partial<Pick<Attendance, 'askedAgainAt' | 'reconfirmed'>>): boolean => !!askedAgainAt && !reconfirmed;
