import { failureSentence } from '@minga/contract/failure-sentences';

// An apostrophe may be part of the local part (o'higgins@example.org).
const ADDRESS = /[^\s@<>()",;:]+@[^\s@<>()"',;:]+/g;
const REASON_MAX = 200;

/** Masks an address, so that addresses can be distinguished without being revealed: 'l•••@example.org'. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`;
}

/**
 * Why a job failed, as one line with masked addresses, or null if it is unknown. `fault` is the error that describeError or pg-boss
 * stored.
 */
export function failureReason(fault: unknown): string | null {
  const message = messageOf(fault) ?? messageOf(fieldOf(fault, 'value'));
  if (message === null) return null;
  // The message of a failed query only repeats its statement; its cause explains the failure.
  const cause = messageOf(fieldOf(fault, 'cause'));
  const text = cause === null ? message : `${message}: ${cause}`;
  const line = text.replace(/\s+/g, ' ').trim().replace(ADDRESS, maskedAddress);
  const code = codeOf(fault);
  const end = code === null || line.includes(code) ? '' : ` (${code})`;
  return `${line.slice(0, REASON_MAX - end.length)}${end}`;
}

/** The innermost known error code that describeError stored, or the name of an S3 error, such as 'NoSuchBucket'. */
function codeOf(fault: unknown): string | null {
  const inner = fieldOf(fault, 'cause');
  const deeper = inner === undefined ? null : codeOf(inner);
  if (deeper !== null) return deeper;
  const known = [fieldOf(fault, 'code'), fieldOf(fault, 'type')].filter(one => typeof one === 'string');
  return known.find(one => failureSentence(one) !== null) ?? null;
}

function messageOf(fault: unknown): string | null {
  const message = fieldOf(fault, 'message');
  return typeof message === 'string' && message !== '' ? message : null;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
