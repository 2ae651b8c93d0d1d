import { ApiError } from './api.ts';

/**
 * What to tell a person of a failed call: the server's own sentences, or the screen's when there are none, with the
 * reason where it is the network.
 */
export function errorSentences(error: unknown, otherwise: string): string[] {
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return [otherwise];
  return error.code === 'NO_CONNECTION' ? [otherwise, ...error.messages] : error.messages;
}

/** The same in one line. One sentence stands as it is; several are parted by full stops. */
export function errorText(error: unknown, otherwise: string): string {
  const sentences = errorSentences(error, otherwise);
  return sentences
    .map((sentence, index) =>
      index === sentences.length - 1 || /[.!?…:]$/.test(sentence) ? sentence : `${sentence}.`,
    )
    .join(' ');
}
