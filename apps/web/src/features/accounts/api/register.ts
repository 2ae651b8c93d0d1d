import { register } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const useRegister = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof register>) => call(register, { body }) });
