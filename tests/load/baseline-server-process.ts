// A plain Node server that replays one recorded response: the upper bound for this machine. Forked by baseline-server.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedResponse } from './baseline-server.ts';

let recorded: { status: number; headers: Record<string, string>; body: Buffer | undefined };

const server = createServer((request, reply) => {
  request.resume();
  reply.writeHead(recorded.status, recorded.headers);
  reply.end(recorded.body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', ({ status, headers, body }: RecordedResponse) => {
  const bytes = body === '' ? undefined : Buffer.from(body, 'base64');
  recorded = { status, headers, body: bytes };
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());
