import { type PersonalAttendance, readPersonalLink } from '@minga/contract/personal-link';
import { eraseVisitorData } from '@minga/contract/visitor-data';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { forgetAttendances, rememberedEmail } from '../remembered-attendances.ts';
import { isInvalidLink } from './personal-attendance.ts';

/** Erases the person's data, here too. If the response was lost, the link tells whether it happened. */
export const useEraseVisitorData = (token: string) =>
  useMutation({
    mutationFn: async ({ taskId, email }: Pick<PersonalAttendance, 'taskId' | 'email'>) => {
      try {
        await call(eraseVisitorData, { body: { token } });
      } catch (error) {
        if (!isInvalidLink(error)) await assertErased(token, error);
      }
      if (rememberedEmail(taskId) === email) forgetAttendances();
    },
  });

/** Throws the original error unless the link shows that nothing is left. */
async function assertErased(token: string, cause: unknown): Promise<void> {
  if (isDefinitiveResponse(cause)) throw cause;
  const response = await call(readPersonalLink, { body: { token } }).catch((error: unknown) => error);
  if (!isInvalidLink(response)) throw cause;
}
