import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type LoopbackServer, loopbackServer } from './loopback-server.ts';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { id: string; event: string; createdAt: string; data: Record<string, unknown> };
}

/** Its `host` has a port, for `WEBHOOK_HOSTS`. */
export interface WebhookReceiver extends LoopbackServer {
  /** 'http://127.0.0.1:…/minga'. */
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** How it responds from now on. */
  respond(respond: (response: ServerResponse) => void): void;
}

/** A server on a loopback port that receives webhooks, with 204 by default. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let respond = (response: ServerResponse): void => void response.writeHead(204).end();
  const server = await loopbackServer(({ headers }, bytes, response) => {
    const body = bytes.toString();
    received.push({ headers, body, event: JSON.parse(body) });
    respond(response);
  });
  return {
    ...server,
    url: `http://${server.host}/minga`,
    received,
    respond: next => {
      respond = next;
    },
  };
}

/** As a receiver checks it: the HMAC of the header's time and the body. */
export function isSigned(
  { headers, body }: Pick<ReceivedEvent, 'headers' | 'body'>,
  secret: string,
): boolean {
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['minga-signature'])) ?? [];
  return hex === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
