import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request } from 'node:https';

export interface HttpsResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface HttpsClient {
  /** Sends a request over HTTPS with the site's name, regardless of the address. */
  call(path: string, call?: Call): Promise<HttpsResponse>;
  /** Sends a request over plain HTTP. */
  callPlain(path: string): Promise<HttpsResponse>;
  /** Returns the status of a WebSocket handshake: 101 if accepted. */
  openSocket(headers: OutgoingHttpHeaders): Promise<number>;
}

interface Site {
  readonly address: string;
  readonly host: string;
  readonly httpsPort: number;
  readonly httpPort: number;
}

/** Creates a client that reaches the site by `address` and accepts the proxy's self-signed certificate. */
export function createHttpsClient({ address, host, httpsPort, httpPort }: Site): HttpsClient {
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
      responseTo(
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
      responseTo(plainRequest({ host: address, port: httpPort, path, agent: false, headers: { host } })),
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

function responseTo(call: ReturnType<typeof request>, body?: string | Buffer): Promise<HttpsResponse> {
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
