import { spawn } from 'node:child_process';

/** The system account that a command runs under; empty: the one that runs Minga. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Outcome {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  /** Standard output and standard error, as they came. */
  readonly output: string;
}

/**
 * Runs a command to its end. Its environment holds no setting of ours: neither a secret goes to it, nor does a PG…
 * variable of the machine change what it does. It is in a process group of its own, so that Ctrl-C does not end it.
 * Rejects when the command cannot be started.
 */
export function run(command: string, args: string[], account: Account = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => resolve({ code, output }));
  });
}
