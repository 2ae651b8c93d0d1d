import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartProblem } from './platform/database/start-problem.ts';
import type { Settings } from './settings.ts';

/** The port to listen on, found beforehand when the setting leaves it open (0): the addresses in mails contain it. */
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

/** Systemd's protocol for a socket that it holds (sd_listen_fds): while a process starts again, who calls waits in it. */
const LISTEN_FDS_START = 3;

/** Listens on the socket that was given to this process, if one was, else on `port` of `host`. */
export async function listen(server: FastifyInstance, port: number, host: string): Promise<void> {
  const isGiven = process.env.LISTEN_PID === String(process.pid);
  const place = isGiven ? { fd: LISTEN_FDS_START } : { port, host };
  await server.listen({ ...place, listenTextResolver: () => 'listening' }).catch(error => {
    throw listenProblem(error, port, host);
  });
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
