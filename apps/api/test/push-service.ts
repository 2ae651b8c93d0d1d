import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import ece from 'http_ece';
import { type LoopbackServer, loopbackServer } from './loopback-server.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly payload: { id: string; title: string; message: string; taskId: string | null };
}

/** A browser's subscription at this push service, with what it has received, decrypted as the browser does. */
export interface Browser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly received: Received[];
  /** The status of the service's next answers. */
  answer(status: number): void;
}

/** Keys of a browser that decrypts nothing. */
export const PUSH_KEYS = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

/** Its `host` has a port, for `PUSH_HOSTS`. */
export interface PushService extends LoopbackServer {
  newBrowser(): Browser;
  /** Awaited before a push is accepted. */
  beforeAccepting: () => Promise<void>;
}

/** A push service on a loopback port, which decrypts (RFC 8291) and checks the signature of the sender (RFC 8292). */
export async function pushService(): Promise<PushService> {
  const browsers = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => number>();
  const server = await loopbackServer(async ({ headers, url = '' }, body, response) => {
    await service.beforeAccepting();
    response.writeHead(browsers.get(url)?.(headers, body) ?? 404).end();
  });
  const { host } = server;
  const service: PushService = { ...server, newBrowser, beforeAccepting: async () => undefined };
  return service;

  function newBrowser(): Browser {
    const path = `/push/${randomBytes(8).toString('hex')}`;
    const keys = createECDH('prime256v1');
    const publicKey = keys.generateKeys();
    const secret = randomBytes(16);
    const received: Received[] = [];
    let status = 201;
    browsers.set(path, (headers, body) => {
      assertSigned(headers, `http://${host}`);
      if (status < 300) {
        const text = ece.decrypt(body, {
          version: 'aes128gcm',
          privateKey: keys,
          authSecret: secret.toString('base64url'),
        });
        received.push({ headers, payload: JSON.parse(text.toString('utf8')) });
      }
      return status;
    });
    return {
      subscription: {
        endpoint: `http://${host}${path}`,
        keys: { p256dh: publicKey.toString('base64url'), auth: secret.toString('base64url') },
      },
      received,
      answer: next => {
        status = next;
      },
    };
  }
}

/** `vapid t=<JSON Web Token>, k=<public key>`: the token is for this service, not expired, and signed with that key. */
function assertSigned({ authorization = '' }: IncomingHttpHeaders, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!isSigned || aud !== audience || exp * 1000 < Date.now()) throw new Error('the push is not signed');
}
