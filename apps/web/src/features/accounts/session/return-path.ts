const HOME = '/tasks';
/** The server that renders /login does not know the origin. */
const ANY_ORIGIN = 'http://a';
/** An address of it, with its path. '/a/..//b' has the path '//b', which would lead to another site. */
const HERE = /^http:\/\/a(\/(?!\/).*)/;

/** The path if it stays on this origin, else undefined: `volver` comes from the address bar and is not trusted. */
export function sameOriginPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  try {
    return HERE.exec(new URL(path, ANY_ORIGIN).href)?.[1];
  } catch {
    return undefined;
  }
}

/** The search parameters that make /login return to this path; none for the home page, where sign-in leads anyway. */
export function returnSearch(path: string): { volver?: string } {
  return path === HOME ? {} : { volver: path };
}

interface ReturnSearch {
  /** The page to return to: after the sign-in, or once the e-mail of a new account is verified. */
  volver?: string | undefined;
}

interface LoginSearch extends ReturnSearch {
  /** Set by e-mails; opens the recovery dialog. */
  recuperar?: 'si' | undefined;
}

// Every key is set: the router keeps the URL's value of a missing key.

/** The search parameters of /login. */
export const loginSearch = ({ volver, recuperar }: Record<string, unknown>): LoginSearch => ({
  volver: sameOriginPath(volver),
  recuperar: recuperar ? 'si' : undefined,
});

/** The search parameters of /register. */
export const registerSearch = ({ volver }: Record<string, unknown>): ReturnSearch => ({
  volver: sameOriginPath(volver),
});
