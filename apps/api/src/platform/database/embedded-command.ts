import { spawn } from 'node:child_process';

/** The system account that a command runs as; empty for the account that runs Minga. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface CommandResult {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
}

/**
 * Runs a command until it exits. Its environment contains neither Minga's secrets nor PG… variables, which would change
 * what it does. It runs in its own process group, so that Ctrl-C does not end it. Rejects if the command cannot be
 * started.
 */
export function run(command: string, args: string[], account: Account = {}): Promise<CommandResult> {
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
