import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import type { Probe } from './probe.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly milliseconds: number;
}

const PATIENCE_MS = 30_000;
const agent = new Agent({ keepAlive: true });

/** Sends it as it stands; null: the connection ended without an answer. */
export function send(origin: string, probe: Probe, cookie: string): Promise<Answer | null> {
  const start = performance.now();
  return new Promise(resolve => {
    const call = callOf(origin, probe, cookie);
    const lost = () => resolve(null);
    call.on('error', lost);
    call.on('response', response => {
      readAll(response).then(body => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body, milliseconds: performance.now() - start });
      }, lost);
    });
    call.setTimeout(PATIENCE_MS, () => call.destroy());
    call.end(probe.body ?? undefined, () => {
      // What is announced and does not come is waited for: until one hangs up.
      if ((probe.lengthError ?? 0) > 0) call.socket?.end();
    });
  });
}

function callOf(origin: string, probe: Probe, cookie: string): ClientRequest {
  const { method, url, headers, body, lengthError = 0 } = probe;
  const length = Math.max(0, Buffer.byteLength(body ?? '') + lengthError);
  const { hostname, port } = new URL(origin);
  return request({
    hostname,
    port,
    method,
    path: url,
    // What is left of a wrong length would be taken for the next request.
    agent: lengthError === 0 ? agent : false,
    headers: {
      ...(cookie !== '' && { cookie }),
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
