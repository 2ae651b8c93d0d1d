import { createApiToken, listApiTokens, type NewApiToken, removeApiToken } from '@minga/contract/api-tokens';
import { confirmIdentity, getSecondFactor, type IdentityProof } from '@minga/contract/identity';
import { listPasskeys, removePasskey } from '@minga/contract/passkeys';
import { cancelSecondFactorReset } from '@minga/contract/second-factor';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from '@minga/contract/totp';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { call } from '../../lib/server/api.ts';
import { query, useAction } from '../../lib/server/queries.ts';

/** The user's API tokens, the newest first. May ask for a proof of identity. */
export const apiTokensQuery = query(listApiTokens, { query: {} });

/** The second factors of the user. */
export const secondFactorQuery = query(getSecondFactor);

/** The user's passkeys, the newest first. Never refetched by itself, since the server may ask for a proof of identity. */
export const passkeysQuery = queryOptions({
  ...query(listPasskeys),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
});

export const useCreateApiToken = () =>
  useAction((body: NewApiToken) => call(createApiToken, { body }), {
    refreshes: [apiTokensQuery.queryKey],
    isAwaited: true,
  });

/** A 404 counts as success: the token was removed already. */
export const useRemoveApiToken = () =>
  useAction((id: string) => ignoreNotFound(call(removeApiToken, { params: { id } })), {
    refreshes: [apiTokensQuery.queryKey],
    isAwaited: true,
  });

/** Redeems the token of the mailed link that cancels the removal of the second factor. */
export function useCancelFactorReset() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(cancelSecondFactorReset, { body: { token } }),
    onSuccess: () => queryClient.removeQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}

/** Confirms the session for 15 minutes. */
export function useConfirmIdentity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: IdentityProof) => call(confirmIdentity, { body }),
    // A recovery code may have been used.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}

/** Puts the app in force by its first code; responds with the recovery codes. */
export function useConfirmTotp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(confirmTotp, { body: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}

/** Ten new codes; the earlier ones stop working. */
export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewRecoveryCodes),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}

export function useRemoveTotp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeTotp),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}

/** Creates the secret of an authenticator app. */
export const useStartTotp = () => useMutation({ mutationFn: () => call(startTotp) });

/** Creates a passkey in this browser; an empty name becomes that of the browser. */
export function useCreatePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => (await import('./passkey-ceremony.ts')).createPasskey(name),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}

/** Removes a passkey of the user. A 404 counts as success: it has been removed already. */
export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(removePasskey, { params: { id } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}

/** Confirms the session for 15 minutes by a passkey that the user chooses in the browser's dialog. */
export const useConfirmByPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { readPasskey } = await import('./passkey-ceremony.ts');
      return call(confirmIdentity, { body: { passkey: await readPasskey() } });
    },
  });
