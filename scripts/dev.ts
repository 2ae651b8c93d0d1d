// npm run dev: the API and the web app with reload, on http://localhost:3000. One Ctrl-C ends both.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { root } from './run.ts';

const WEB_PORT = '3000';
const API_PORT = '3001';

// The API also serves the built screens; here they come from Vite, but it does not start without any.
if (!existsSync(join(root, 'apps/web/dist/index.html')) && !(await build(['web']))) process.exit(1);

const children = [
  start('tsx', ['watch', 'apps/api/src/main.ts'], {
    PORT: API_PORT,
    PUBLIC_URL: `http://localhost:${WEB_PORT}`,
  }),
  start('vite', ['apps/web', '--port', WEB_PORT, '--strictPort'], { API_PORT }),
];

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

function start(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    // Out of the terminal's reach: a Ctrl-C comes to them once, from here. Under npm it would come three times, and
    // `tsx watch` takes the second for impatience and kills the API before it has stopped its database.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  // One without the other is of no use.
  child.on('exit', code => {
    if (!isStopping) process.exitCode = code ?? 1;
    stop();
  });
  return child;
}

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
