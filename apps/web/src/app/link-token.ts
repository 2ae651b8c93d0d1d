import { type ParsedLocation, redirect } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string;
  }
}

type Path = '/verify-email' | '/confirm-email' | '/reset-password' | '/mi-asistencia' | '/dejar-correos';

/** The token of a mailed link as the address has it. Named even when there is none: the router would pass on the empty text. */
export const linkTokenSearch = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: typeof search.token === 'string' && search.token !== '' ? search.token : undefined,
});

/**
 * For `beforeLoad`: the token, undefined without one. It goes on out of sight, in the history's state, where a reload
 * finds it: the address bar, the browser's history and its copies elsewhere are read by others.
 */
export function takeLinkToken(
  to: Path,
  token: string | undefined,
  location: ParsedLocation,
): string | undefined {
  if (token !== undefined) throw redirect({ to, state: { linkToken: token }, replace: true });
  return location.state.linkToken;
}
