import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartProblem } from './platform/database/start-problem.ts';
import type { Settings } from './settings.ts';

/** The port to listen on. Port 0 is resolved before the start, since URLs in e-mails contain the port. */
export async function choosePort({ port, host }: Settings): Promise<number> {
  if (port !== 0) return port;
  const probe = createServer();
  await once(probe.listen(0, host), 'listening').catch(error => {
    throw listenProblem(error, port, host);
  });
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}

/** systemd's socket activation (sd_listen_fds): connections wait in the socket while the process restarts. */
const LISTEN_FDS_START = 3;

/** As in deploy/minga@.socket: how many connections wait while the process starts or is busy; the kernel's limit may be lower. */
const BACKLOG = 4096;

/** Listens on the inherited socket if systemd passed one, otherwise on `port` of `host`. */
export async function listen(server: FastifyInstance, port: number, host: string): Promise<void> {
  const isActivated = process.env.LISTEN_PID === String(process.pid);
  if (isActivated) keepBacklog(server);
  const place = isActivated ? { fd: LISTEN_FDS_START } : { port, host, backlog: BACKLOG };
  await server.listen({ ...place, listenTextResolver: () => 'listening' }).catch(error => {
    throw listenProblem(error, port, host);
  });
}

/** Node takes the backlog of an inherited socket only from a second argument, and shrinks systemd's queue to 511 without it. */
function keepBacklog({ server }: FastifyInstance): void {
  const listenOn = server.listen.bind(server) as (options: unknown, backlog: number) => typeof server;
  server.listen = ((options: unknown) => listenOn(options, BACKLOG)) as typeof server.listen;
}

function listenProblem(error: unknown, port: number, host: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(
        `El puerto ${port} de ${host} ya está ocupado: cierra el programa que lo usa o elige otro con PORT.`,
      );
    case 'EACCES':
      return new StartProblem(
        `No hay permiso para escuchar en el puerto ${port}: elige otro con PORT, desde 1024.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(`La dirección ${host} no es de esta máquina: elige otra con HOST.`);
    default:
      return error;
  }
}
