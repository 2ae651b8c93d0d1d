import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bare-server-process.ts', import.meta.url));
/** What Node sets by itself on every reply. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** In base64. */
  readonly body: string;
}

export interface BaselineServer {
  readonly origin: string;
  /** From now on it answers everything as `reply` did: the same status, headers and body. */
  replay(reply: Response): Promise<void>;
  stop(): void;
}

/** A bare Node server in a process of its own, with Node's own settings. */
export async function startBaselineServer(): Promise<BaselineServer> {
  const child = fork(program, { execArgv: [] });
  const [port] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    replay: async reply => {
      const headers = Object.fromEntries(reply.headers);
      for (const name of OWN_HEADERS) delete headers[name];
      const body = Buffer.from(await reply.arrayBuffer()).toString('base64');
      const isReady = once(child, 'message');
      child.send({ status: reply.status, headers, body } satisfies RecordedResponse);
      await isReady;
    },
    stop: () => child.disconnect(),
  };
}
