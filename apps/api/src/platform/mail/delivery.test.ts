import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { failureSentence } from '@minga/contract/failure-sentences';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fixedSite } from '../../../test/site.ts';
import { readSettings } from '../../settings.ts';
import { createSmtpTransport } from './delivery.ts';

const PASSWORD = 'clave-secreta';

interface Server {
  readonly port: number;
  received: string;
}

/** A mail server without TLS that accepts every login. `offered` are its extensions in addition to AUTH. */
async function plainServer(offered: readonly string[]): Promise<Server> {
  const server = createServer(socket => serve(socket));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const result = { port: (server.address() as AddressInfo).port, received: '' };

  function serve(socket: Socket): void {
    let isMessage = false;
    socket.on('error', () => undefined);
    socket.write('220 correo\r\n');
    socket.on('data', chunk => {
      result.received += chunk.toString();
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isMessage && line !== '.') continue;
        isMessage = line === 'DATA';
        socket.write(responseTo(line));
      }
    });
  }

  function responseTo(line: string): string {
    if (line.startsWith('EHLO'))
      return `${['250-correo', ...offered.map(each => `250-${each}`)].join('\r\n')}\r\n250 AUTH PLAIN LOGIN\r\n`;
    if (line.startsWith('AUTH')) return '235 2.7.0 Ok\r\n';
    if (line === 'STARTTLS') return '454 4.7.0 TLS not available\r\n';
    return line === 'DATA' ? '354 Go on\r\n' : '250 2.0.0 Ok\r\n';
  }
  return result;
}

/** Sends one e-mail and returns the error. */
async function send(url: string): Promise<unknown> {
  const transport = createSmtpTransport(
    readSettings({ SMTP_URL: url, MAIL_FROM: 'hola@example.org' }),
    fixedSite(),
  );
  onTestFinished(() => transport?.close());
  const content = {
    subject: 'Hola',
    html: '<p>Hola</p>',
    text: 'Hola',
    unsubscribeUrl: null,
    replyTo: 'nubia@example.org',
    attachments: [],
  };
  const envelope = { id: 'a', recipient: 'ana@example.org', createdAt: new Date(0), ...content };
  return transport?.send(envelope).catch((error: unknown) => error);
}

const wasLeaked = (received: string) =>
  /AUTH/i.test(received) || received.includes(PASSWORD) || received.includes(btoa(PASSWORD));

// 0.0.0.0 reaches this machine, but is not named as a loopback address.
it.each([
  ['offers no TLS', [], ''],
  ['has its offer removed on the way', ['XXXXXXXX'], ''],
  ['refuses TLS', ['STARTTLS'], ''],
  ['offers no TLS, with a URL that does without it', [], '?ignoreTLS=true&requireTLS=false'],
  ['offers no TLS, with a URL that falls back', ['STARTTLS'], '?opportunisticTLS=true'],
])('a password is not sent to a server that %s', async (_case, offered, query) => {
  const server = await plainServer(offered);
  const error = await send(`smtp://minga:${PASSWORD}@0.0.0.0:${server.port}/${query}`);
  expect(error).toMatchObject({ name: 'Error', message: expect.stringMatching(/^ETLS/) });
  expect(server.received).toMatch(/^EHLO/);
  expect(wasLeaked(server.received)).toBe(false);
});

it('a server on the same machine, or without a password, needs no TLS', async () => {
  const server = await plainServer([]);
  expect(await send(`smtp://minga:${PASSWORD}@127.0.0.1:${server.port}`)).toBeUndefined();
  expect(wasLeaked(server.received)).toBe(true);
  expect(await send(`smtp://0.0.0.0:${server.port}`)).toBeUndefined();
  expect(server.received).toContain('Reply-To: nubia@example.org\r\n');
});

describe('the stored codes tell why there is no connection', () => {
  /** A mail server with the default certificate of smtp-server, which has expired and which no authority has signed. */
  async function untrusted(isSecure: boolean): Promise<number> {
    const server = new SMTPServer({ secure: isSecure, authOptional: true, logger: false });
    server.on('error', () => undefined);
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return (server.server.address() as AddressInfo).port;
  }

  it.each([
    ['smtps', true],
    ['smtp', false],
  ] as const)('a certificate that is not valid: %s', async (protocol, isSecure) => {
    const error = await send(`${protocol}://127.0.0.1:${await untrusted(isSecure)}`);
    expect(error).toMatchObject({ message: expect.stringMatching(/^ESOCKET [A-Z_]*CERT/) });
    expect(failureSentence((error as Error).message)).toMatch(/^El certificado del servidor/);
  });

  it('a port where nothing listens, or that has no TLS', async () => {
    const closed = await send('smtp://127.0.0.1:1');
    expect(closed).toMatchObject({ message: 'ESOCKET ECONNREFUSED' });
    const { port } = await plainServer([]);
    const plain = await send(`smtps://127.0.0.1:${port}`);
    expect(failureSentence((plain as Error).message)).toBe('El servidor no habla TLS en ese puerto');
  });

  it('a name that no server has', async () => {
    const error = await send('smtp://correo.invalid');
    expect(failureSentence((error as Error).message)).toMatch(/^No encontramos el servidor/);
  });
});
