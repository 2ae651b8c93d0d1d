import { failureSentence } from '@minga/contract/failure-sentences';
import { describeError } from './log.ts';

/** Guards against causes that contain each other. */
const DEPTH_MAX = 8;

/**
 * The codes of an error and of its causes, from the outermost: system errors and PostgreSQL have a `code`, nodemailer an `originalCode`, and the
 * store's errors are named by their code.
 */
export function failureCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return [];
  const { code, originalCode, cause, errors } = error as Error & Record<string, unknown>;
  // Of several attempts, for example at each address of a host, the first tells as much as the others.
  const inner = Array.isArray(errors) ? errors[0] : cause;
  const own = [code, originalCode, error.name === 'Error' ? undefined : error.name];
  return [...own.filter(one => typeof one === 'string'), ...failureCodes(inner, depth + 1)];
}

/** Why something failed, as a Spanish sentence without a final period, and the code that says so; null if no code is known. */
export function knownFailure(error: unknown): { readonly sentence: string; readonly code: string } | null {
  // The innermost says most.
  for (const code of failureCodes(error).reverse()) {
    const sentence = failureSentence(code);
    if (sentence !== null) return { sentence, code };
  }
  return null;
}

/** One line about an unexpected error for a terminal, without the parameters of a failed query. */
export function faultText(error: unknown): string {
  const known = knownFailure(error);
  const why = known === null ? '' : `${known.sentence} (${known.code}). `;
  return `${why}Una falla inesperada: ${JSON.stringify(describeError(error))}`;
}
