import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('baseline-server-process.ts', import.meta.url));
/** Headers that Node sets itself on every response. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Base64. */
  readonly body: string;
}

export interface BaselineServer {
  readonly origin: string;
  /** Serves every following request with the status, headers and body of `response`. */
  replay(response: Response): Promise<void>;
  stop(): void;
}

/** Starts a plain Node server in its own process, with Node's default settings. */
export async function startBaselineServer(): Promise<BaselineServer> {
  const child = fork(program, { execArgv: [] });
  const [port] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    replay: async response => {
      const headers = Object.fromEntries(response.headers);
      for (const name of OWN_HEADERS) delete headers[name];
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      const isReady = once(child, 'message');
      child.send({ status: response.status, headers, body } satisfies RecordedResponse);
      await isReady;
    },
    stop: () => child.disconnect(),
  };
}
