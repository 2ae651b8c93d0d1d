// npm run dev: the API and the web app with reload, on http://localhost:3000. Ctrl-C stops both.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { root } from './run.ts';

const WEB_PORT = '3000';
const API_PORT = '3001';

// In development Vite serves the screens, but the API does not start without a built web app.
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
    // A process group of its own, so that the terminal's Ctrl-C reaches it once, through stop(). Under npm it would receive SIGINT
    // three times, and `tsx watch` kills the API at the second, before the API has stopped its database.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  // If one of the two exits, stop the other.
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
