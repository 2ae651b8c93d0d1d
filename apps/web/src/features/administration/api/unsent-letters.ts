import { discardLetter, discardLetters, retryLetter } from '@minga/contract/system';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Has an e-mail that was given up sent again. Succeeds too if another admin has done so. Rejects with an ApiError. */
export const useRetryLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryLetter, { params: { id } }) });

/** Discards an e-mail that was given up. Succeeds too if another admin has done so. Rejects with an ApiError. */
export const useDiscardLetter = () =>
  useMutation({ mutationFn: (id: string) => call(discardLetter, { params: { id } }) });

/** Discards all e-mails that were given up. Rejects with an ApiError. */
export const useDiscardLetters = () => useMutation({ mutationFn: () => call(discardLetters) });
