import { isNoConnection } from './offline/is-unreached.ts';

/** The screen's own sentence, whatever the server says of a failure; where it was the network, with that reason. */
export const ownText = (error: unknown, text: string): string =>
  isNoConnection(error) ? `${text}. ${error.message}` : text;
