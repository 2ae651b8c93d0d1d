import { removeAttendance } from '@minga/contract/administration/attendances';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';

/** Deletes an attendance. A 404 counts as success. Rejects with an ApiError. */
export const useRemoveAttendance = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(removeAttendance, { params: { id } })) });
