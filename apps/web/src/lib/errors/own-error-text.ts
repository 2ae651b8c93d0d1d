import { isNoConnection } from '../offline/is-unreached.ts';

/** The screen's own text instead of the server's message; a network error adds its reason. */
export const ownErrorText = (error: unknown, text: string): string =>
  isNoConnection(error) ? `${text}. ${error.message}` : text;
