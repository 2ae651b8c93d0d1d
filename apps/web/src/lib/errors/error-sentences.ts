import { isNoConnection } from '../offline/is-unreached.ts';
import { ApiError } from '../server/api.ts';

/**
 * The sentences to show for a failed call: the server's, or the fallback if there are none. A network error adds its own to the
 * fallback.
 */
export function errorSentences(error: unknown, fallback: string): string[] {
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return [fallback];
  return error.code === 'NO_CONNECTION' ? [fallback, ...error.messages] : error.messages;
}

/** The sentences in one line, separated by full stops. */
export function errorText(error: unknown, fallback: string): string {
  const sentences = errorSentences(error, fallback);
  return sentences
    .map((sentence, index) =>
      index === sentences.length - 1 || /[.!?…:]$/.test(sentence) ? sentence : `${sentence}.`,
    )
    .join(' ');
}

/** The screen's own text instead of the server's message; a network error adds its reason. */
export const ownErrorText = (error: unknown, text: string): string =>
  isNoConnection(error) ? `${text}. ${error.message}` : text;
