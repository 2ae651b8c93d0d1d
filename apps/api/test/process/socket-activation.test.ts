import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preparedFolder } from './minga-process.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Holds the socket like systemd and starts Minga on it twice: the second time after a line on stdin.
const HOLDER = `
  start() { sh -c 'echo "pid $$"; LISTEN_PID=$$ exec "$@"' sh "$@"; }
  start "$@"; echo between; read line; start "$@"`;

test('with socket activation a request between two processes is served by the next one', async () => {
  const settings = { DATA_DIR: await preparedFolder(), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socketHolder = spawn('sh', ['-c', HOLDER, 'sh', process.execPath, main], {
    detached: true,
    env: { PATH: process.env.PATH, PORT: String(port), ...settings },
    stdio: ['pipe', 'pipe', 'inherit', descriptorOf(server)],
  });
  onTestFinished(() => void process.kill(-(socketHolder.pid ?? 0), 'SIGKILL'));
  server.close();
  let printed = '';
  socketHolder.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const untilPrinted = (text: RegExp) =>
    vi.waitFor(() => expect(printed).toMatch(text), { timeout: 20_000, interval: 20 });

  await untilPrinted(/Minga está lista/);
  process.kill(Number(/pid (\d+)/.exec(printed)?.[1]), 'SIGTERM');
  await untilPrinted(/between/);
  const call = fetch(`http://127.0.0.1:${port}/readyz`);
  socketHolder.stdin?.write('\n');
  expect((await call).status).toBe(200);
});

/** The file descriptor of a server's socket, which Node's types omit. */
function descriptorOf(server: Server): number {
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  return handle.fd;
}
