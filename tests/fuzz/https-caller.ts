import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request } from 'node:https';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface Caller {
  /** Over HTTPS, under the site's name, whatever address it is reached by. */
  call(path: string, call?: Call): Promise<Reply>;
  /** Over HTTP without TLS. */
  callPlain(path: string): Promise<Reply>;
  /** The status of a WebSocket's handshake: 101 where it is accepted. */
  openSocket(headers: OutgoingHttpHeaders): Promise<number>;
}

interface Site {
  readonly address: string;
  readonly host: string;
  readonly httpsPort: number;
  readonly httpPort: number;
}

/** Speaks to the site by `address`, with the certificate that the proxy has signed itself. */
export function callerOf({ address, host, httpsPort, httpPort }: Site): Caller {
  const options = {
    host: address,
    port: httpsPort,
    servername: host,
    rejectUnauthorized: false,
    agent: false as const,
  };
  const authority = `${host}:${httpsPort}`;
  return {
    call: (path, { method = 'GET', headers = {}, body } = {}) =>
      answerTo(
        request({
          ...options,
          path,
          method,
          headers: {
            host: authority,
            ...(body && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        }),
        body,
      ),
    callPlain: path =>
      answerTo(plainRequest({ host: address, port: httpPort, path, agent: false, headers: { host } })),
    openSocket: headers =>
      new Promise((resolve, reject) => {
        const path = '/socket.io/?EIO=4&transport=websocket';
        const upgrade = {
          host: authority,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16, 7).toString('base64'),
        };
        const call = request({ ...options, path, headers: { ...upgrade, ...headers } });
        call.on('upgrade', ({ statusCode = 0 }, socket) => {
          socket.destroy();
          resolve(statusCode);
        });
        call.on('response', response => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        call.on('error', reject);
        call.end();
      }),
  };
}

function answerTo(call: ReturnType<typeof request>, body?: string | Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    call.on('error', reject);
    call.on('response', async response => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: Buffer.concat(chunks).toString() });
    });
    call.end(body);
  });
}
