import { type TrustSettings, updateTrust } from '@minga/contract/administration/trust';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const useUpdateTrust = () =>
  useMutation({ mutationFn: (body: TrustSettings) => call(updateTrust, { body }) });
