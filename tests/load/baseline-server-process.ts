// A Node server that does nothing but answer these bytes: what the machine can do at best for such a reply. Run by bare-server.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedResponse } from './baseline-server.ts';

let answer: { status: number; headers: Record<string, string>; body: Buffer | undefined };

const server = createServer((request, reply) => {
  request.resume();
  reply.writeHead(answer.status, answer.headers);
  reply.end(answer.body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', ({ status, headers, body }: RecordedResponse) => {
  const bytes = body === '' ? undefined : Buffer.from(body, 'base64');
  answer = { status, headers, body: bytes };
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());
