import { sameOriginPath } from './session/return-path.ts';

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
