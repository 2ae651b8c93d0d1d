import type { IncomingMessage } from 'node:http';
import { type FailureKind, failureKind } from '@minga/contract/failure-sentences';
import { failureCodes } from '../log.ts';
import { PrivateAddressError, type Resolve, resolveHost, sendGuarded } from './guarded-request.ts';

const RESPONSE_BYTES_MAX = 4096;

/** Why a message was not accepted. */
export type MessageFailure = FailureKind | 'timeout' | 'status' | 'redirect' | 'private';

export interface Sending {
  readonly resolve: Resolve;
  /** Timeout of the connection, the request and the response together, in milliseconds. */
  readonly timeoutMs: number;
}

export const SENDING: Sending = {
  resolve: resolveHost,
  timeoutMs: 10_000,
};

export interface Outcome {
  /** The response status, or null if there was no response. */
  readonly status: number | null;
  /** The kind of the error, or null if the delivery succeeded. */
  readonly failure: MessageFailure | null;
}

interface Message {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Posts a message. Follows no redirects and reads at most about 4 kB of the response body. */
export async function sendMessage(
  message: Message,
  trustedHosts: readonly string[],
  { resolve, timeoutMs }: Sending,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await sendGuarded({ method: 'POST', ...message }, { trustedHosts, resolve, signal });
    const { statusCode: status = 0 } = response;
    await discard(response);
    return { status, failure: failureOfStatus(status) };
  } catch (error) {
    return { status: null, failure: signal.aborted ? 'timeout' : failureOf(error) };
  }
}

/** Reads the start of a body, so that a server with a short response is not interrupted. Errors do not change the outcome. */
async function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > RESPONSE_BYTES_MAX) break;
    }
  } catch {
    // Ignores the error, because the status is already known.
  }
  response.destroy();
}

function failureOfStatus(status: number): MessageFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function failureOf(error: unknown): MessageFailure {
  if (error instanceof PrivateAddressError) return 'private';
  const kinds = failureCodes(error).map(failureKind);
  return kinds.find(kind => kind !== null) ?? 'connection';
}
