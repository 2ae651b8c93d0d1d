import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onInterrupt } from './on-interrupt.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the repository's folder with inherited output. Returns its exit code, or 1 if a signal ended it. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    const unregister = onInterrupt(async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    child.on('error', error => {
      unregister();
      reject(error);
    });
    child.on('close', code => {
      unregister();
      resolve(code ?? 1);
    });
  });
}

/** Runs a command in the repository's folder. Returns its exit code, or 1 if a signal ended it, and what it printed. */
export function capture(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    execFile(command, args, { cwd: root, maxBuffer: 1e9 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
  });
}
