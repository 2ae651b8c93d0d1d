import { type ParsedLocation, redirect } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string;
  }
}

type Path =
  | '/verify-email'
  | '/confirm-email'
  | '/reset-password'
  | '/segundo-factor'
  | '/mi-asistencia'
  | '/dejar-correos'
  | '/invitacion';

/** The token of a mailed link in the URL. The key is always set: the router keeps the URL's value of a missing key. */
export const linkTokenSearch = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: typeof search.token === 'string' && search.token !== '' ? search.token : undefined,
});

/**
 * For `beforeLoad`: the token, or undefined. Moves the token from the URL to the history entry's state, which survives a reload:
 * other people may read the address bar and the browser's synchronised history.
 */
export function takeLinkToken(
  to: Path,
  token: string | undefined,
  location: ParsedLocation,
): string | undefined {
  if (token !== undefined) throw redirect({ to, state: { linkToken: token }, replace: true });
  return location.state.linkToken;
}
