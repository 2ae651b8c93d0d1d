import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preparedFolder } from './minga-process.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Holds the socket like systemd and starts Minga on it twice: the second time after a line on stdin.
const HOLDER = `
  start() { sh -c 'echo "pid $$"; LISTEN_PID=$$ exec "$@"' sh "$@"; }
  start "$@"; echo between; read line; start "$@"`;

test('with socket activation connections wait in the socket, also between two processes, and are served by the next one', async () => {
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
  const pid = Number(/pid (\d+)/.exec(printed)?.[1]);
  await expectRoomForWaiting(pid, port);
  process.kill(pid, 'SIGTERM');
  await untilPrinted(/between/);
  const call = fetch(`http://127.0.0.1:${port}/readyz`);
  socketHolder.stdin?.write('\n');
  expect((await call).status).toBe(200);
});

/** More connections than Node's default of 511 wait in the socket while the process accepts none. */
async function expectRoomForWaiting(pid: number, port: number): Promise<void> {
  const limit = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '600'));
  process.kill(pid, 'SIGSTOP');
  const sockets = Array.from({ length: Math.min(600, limit) }, () => connect(port, '127.0.0.1'));
  // The kernel resets the others if they find no room.
  for (const socket of sockets) socket.on('error', () => undefined);
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  for (const socket of sockets) socket.destroy();
  process.kill(pid, 'SIGCONT');
}

/** The file descriptor of a server's socket, which Node's types omit. */
function descriptorOf(server: Server): number {
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  return handle.fd;
}
