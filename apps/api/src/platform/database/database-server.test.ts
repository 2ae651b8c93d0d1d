import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { emptyDatabase } from '../../../test/database.ts';
import { checkSession } from './database-server.ts';
import { StartProblem } from './start-problem.ts';

type PoolMode = 'session' | 'transaction' | 'statement';

/** The messages of PostgreSQL's protocol that PgBouncer sends here: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const message = (type: string, body: Buffer) =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
const int32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const text = (value: string) => Buffer.from(`${value}\0`);
const ready = (inTransaction: boolean) => message('Z', Buffer.from(inTransaction ? 'T' : 'I'));
const refusal = (sentence: string) =>
  message('E', Buffer.concat([text('SFATAL'), text('C08P01'), text(`M${sentence}`), text('')]));
const row = (value: string) =>
  Buffer.concat([
    message(
      'T',
      Buffer.concat([
        Buffer.from([0, 1]),
        text('pid'),
        Buffer.from('000000000000000000170004ffffffff0000', 'hex'),
      ]),
    ),
    message('D', Buffer.concat([Buffer.from([0, 1]), int32(value.length), Buffer.from(value)])),
  ]);

/** A pooler that behaves like PgBouncer: it assigns the server connection that was used last. Connections are numbered from 1. */
async function pgBouncer(mode: PoolMode, ignored: boolean): Promise<string> {
  const idle: number[] = [];
  let opened = 0;
  function serve(socket: Socket): void {
    let lent: number | null = null;
    let isStarted = false;
    let inTransaction = false;
    const answer = (statement: string): Buffer => {
      if (statement === 'begin' && mode === 'statement')
        return Buffer.concat([
          refusal('transaction blocks not allowed in statement pooling mode'),
          ready(false),
        ]);
      if (statement === 'begin') inTransaction = true;
      lent ??= idle.pop() ?? ++opened;
      const rows = statement === 'begin' ? Buffer.alloc(0) : row(String(lent));
      if (mode !== 'session' && !inTransaction) {
        idle.push(lent);
        lent = null;
      }
      return Buffer.concat([rows, message('C', text('SELECT 1')), ready(inTransaction)]);
    };
    socket
      .on('error', () => undefined)
      .on('data', data => {
        if (!isStarted) {
          isStarted = true;
          const parameter = ignored ? undefined : /statement_timeout/.exec(data.toString())?.[0];
          if (parameter !== undefined) socket.end(refusal(`unsupported startup parameter: ${parameter}`));
          else
            socket.write(
              Buffer.concat([message('R', int32(0)), message('K', Buffer.alloc(8, 9)), ready(false)]),
            );
          return;
        }
        if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer(data.toString('utf8', 5, data.length - 1)));
      });
  }
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgres://minga:secreto@127.0.0.1:${(server.address() as AddressInfo).port}/minga`;
}

it('accepts PostgreSQL itself, and a pooler that gives each connection a session', async () => {
  await checkSession(await emptyDatabase());
  await checkSession(await pgBouncer('session', true));
});

it.each<[mode: PoolMode, ignored: boolean, sentence: RegExp]>([
  ['transaction', true, /reparte sus conexiones por transacciones.*«pool_mode = session»/],
  ['statement', true, /reparte sus conexiones por transacciones.*«pool_mode = session»/],
  [
    'transaction',
    false,
    /«ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout»/,
  ],
  ['session', false, /«ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout»/],
])(
  'names the refusal of a pooler in %s mode that ignores parameters: %s',
  async (mode, ignored, sentence) => {
    const problem = await checkSession(await pgBouncer(mode, ignored)).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartProblem);
    expect(String(problem)).toMatch(sentence);
    expect(String(problem)).not.toContain('secreto');
  },
);
