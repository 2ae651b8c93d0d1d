import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { id: string; event: string; createdAt: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  /** 'http://127.0.0.1:…/minga'. */
  readonly url: string;
  /** With its port, for `WEBHOOK_HOSTS`. */
  readonly host: string;
  readonly received: Received[];
  /** How it responds from now on. */
  respond(respond: (response: ServerResponse) => void): void;
}

/** A server on a loopback port that receives webhooks, with 204 by default. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let respond = (response: ServerResponse): void => void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    respond(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/minga`,
    host,
    received,
    respond: next => {
      respond = next;
    },
  };
}

/** As a receiver checks it: the HMAC of the header's time and the body. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['minga-signature'])) ?? [];
  return hex === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
