import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedEmail {
  readonly recipients: string[];
  /** Raw headers and body. */
  readonly source: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly received: ReceivedEmail[];
  /** The server's response to a recipient or, with 'DATA', to a complete e-mail; null accepts it. */
  answer: (step: 'RCPT' | 'DATA', address: string) => string | null;
  /** Awaited before an e-mail is accepted. */
  beforeAccepting: () => Promise<void>;
  /** Does nothing if the server is running. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real SMTP server. It retains its port across stop() and start(). */
export async function testMailServer(): Promise<TestMailServer> {
  let port = 0;
  let server: SMTPServer | null = null;
  const mailServer: TestMailServer = {
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    received: [],
    answer: () => null,
    beforeAccepting: async () => undefined,
    async start() {
      if (server !== null) return;
      const started = newServer(mailServer);
      await new Promise<void>(resolve => started.listen(port, '127.0.0.1', resolve));
      port = (started.server.address() as AddressInfo).port;
      server = started;
    },
    async stop() {
      const running = server;
      server = null;
      if (running !== null) await new Promise<void>(resolve => running.close(resolve));
    },
  };
  await mailServer.start();
  return mailServer;
}

function newServer(mailServer: TestMailServer): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 10,
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(rejectionOf(mailServer.answer('RCPT', address))),
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const receive = async () => {
        const source = await text(stream);
        await mailServer.beforeAccepting();
        const rejection = rejectionOf(mailServer.answer('DATA', recipients.join()));
        if (rejection === null) mailServer.received.push({ recipients, source });
        done(rejection);
      };
      receive().catch(done);
    },
  });
  // Connections that break when the server stops.
  server.on('error', () => undefined);
  return server;
}

/** Converts a response such as '550 5.1.1 Unknown' to smtp-server's error. */
function rejectionOf(answer: string | null): (Error & { responseCode?: number }) | null {
  if (answer === null) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}
