import { confirmIdentity } from '@minga/contract/identity';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Confirms the session for 15 minutes by a passkey that the user chooses in the browser's dialog. */
export const useConfirmByPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { readPasskey } = await import('../passkey-ceremony.ts');
      return call(confirmIdentity, { body: { passkey: await readPasskey() } });
    },
  });
