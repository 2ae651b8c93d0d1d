import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import type { Probe } from './probe.ts';

export interface ProbeResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly milliseconds: number;
}

const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true });

/** Sends a probe unmodified. Returns a sentence on the cause if the connection closed without a response. */
export function sendProbe(
  origin: string,
  probe: Probe,
  credentials: Readonly<Record<string, string>>,
): Promise<ProbeResponse | string> {
  const start = performance.now();
  return new Promise(resolve => {
    const outgoing = createRequest(origin, probe, credentials);
    const resolveWithCause = ({ code = 'no error code' }: NodeJS.ErrnoException) =>
      resolve(
        `the connection closed without a response: ${code} after ${Math.round(performance.now() - start)} ms, on a ${outgoing.reusedSocket ? 'reused' : 'new'} connection`,
      );
    outgoing.on('error', resolveWithCause);
    outgoing.on('response', response => {
      readAll(response).then(body => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body, milliseconds: performance.now() - start });
      }, resolveWithCause);
    });
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy());
    outgoing.end(probe.body ?? undefined, () => {
      // The server waits for the announced bytes until the client closes its side.
      if ((probe.lengthError ?? 0) > 0) outgoing.socket?.end();
    });
  });
}

function createRequest(
  origin: string,
  probe: Probe,
  credentials: Readonly<Record<string, string>>,
): ClientRequest {
  const { method, url, headers, body, lengthError = 0 } = probe;
  const length = Math.max(0, Buffer.byteLength(body ?? '') + lengthError);
  const { hostname, port } = new URL(origin);
  return request({
    hostname,
    port,
    method,
    path: url,
    // Surplus bytes of a wrong length would be parsed as the next request.
    agent: lengthError === 0 ? agent : false,
    headers: {
      ...credentials,
      ...headers,
      ...((body !== null || lengthError !== 0) && { 'content-length': length }),
    },
  });
}

async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
