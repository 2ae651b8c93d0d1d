import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dataFolder } from './minga-process.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Holds the socket as systemd does, and starts Minga on it twice: the second time when it is told to.
const HOLDER = `
  start() { sh -c 'echo "pid $$"; LISTEN_PID=$$ exec "$@"' sh "$@"; }
  start "$@"; echo between; read told; start "$@"`;

test('on a socket that is held for it: who calls between two processes is answered by the next', async () => {
  const settings = { DATA_DIR: await dataFolder(), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const holder = spawn('sh', ['-c', HOLDER, 'sh', process.execPath, main], {
    detached: true,
    env: { PATH: process.env.PATH, PORT: String(port), ...settings },
    stdio: ['pipe', 'pipe', 'inherit', descriptorOf(server)],
  });
  onTestFinished(() => void process.kill(-(holder.pid ?? 0), 'SIGKILL'));
  server.close();
  let printed = '';
  holder.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const untilPrinted = (text: RegExp) =>
    vi.waitFor(() => expect(printed).toMatch(text), { timeout: 20_000, interval: 20 });

  await untilPrinted(/Minga está lista/);
  process.kill(Number(/pid (\d+)/.exec(printed)?.[1]), 'SIGTERM');
  await untilPrinted(/between/);
  const call = fetch(`http://127.0.0.1:${port}/readyz`);
  holder.stdin?.write('\n');
  expect((await call).status).toBe(200);
});

/** Node says it of sockets in a place that its types leave out. */
function descriptorOf(server: Server): number {
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  return handle.fd;
}
