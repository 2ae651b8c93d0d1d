import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { operatorCommand } from './command.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { isLoopback, mailDestination, type Settings } from './settings.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Ready {
  readonly settings: Settings;
  readonly publicUrl: string;
  /** The superadmin that this start created, or null if one existed. */
  readonly superadmin: Credentials | null;
  /** Whether a superadmin has the address of a local start. */
  readonly isLocalAccount: boolean;
  /** Whether e-mails, pushes and webhooks stay in their outboxes. */
  readonly isHolding: boolean;
  /** The fault of the image store, in sentences, or null if the check has found none. */
  readonly storeProblem: string | null;
  /** A demo account, if this start filled the database with demo data. */
  readonly demo: Credentials | null;
}

const seconds = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** The message on the terminal once Minga is ready: plain lines, separate from the JSON log. */
export function startupMessage({
  settings,
  publicUrl,
  superadmin,
  isLocalAccount,
  isHolding,
  storeProblem,
  demo,
}: Ready): string {
  const mails = mailDestination(settings, publicUrl);
  const lines = [
    `Minga está lista en ${seconds.format(performance.now() / 1000)} s.`,
    `  Aplicación:           ${publicUrl}`,
    ...(mails === 'mailbox' ? [`  Correo local:         ${publicUrl}/correo-local`] : []),
    `  Referencia de la API: ${publicUrl}/api/docs`,
    ...account('  Superadministración:  ', superadmin),
    ...account('  Cuenta de muestra:    ', demo),
    ...(isHolding ? [HOLDING] : []),
    ...(mails === 'none' ? [NO_MAIL_SERVER] : []),
    ...(isLocalAccount && !isLoopback(publicUrl) ? [LOCAL_SUPERADMIN] : []),
    ...(storeProblem === null ? [] : [storeProblem]),
  ];
  return `${lines.join('\n')}\n`;
}

const HOLDING = `Atención: los envíos están retenidos, porque el sitio viene de una copia. No sale ningún correo, webhook ni aviso hasta «${operatorCommand('deliveries -- release')}».`;

const NO_MAIL_SERVER =
  'Atención: no hay servidor de correo (falta SMTP_URL). No sale ningún correo, así que nadie puede verificar su cuenta. Los correos se guardan hasta 90 días y salen cuando pongas SMTP_URL.';

const LOCAL_SUPERADMIN = `Atención: la superadministración es admin@minga.local, que no recibe correos: ponle otro con «${operatorCommand('reset-superadmin')}».`;

const account = (label: string, credentials: Credentials | null): string[] =>
  credentials === null
    ? []
    : [`${label}${credentials.email}, contraseña ${credentials.password} (se muestra solo esta vez)`];

/** Returns the port to listen on. Port 0 is resolved before the start, since URLs in e-mails contain the port. */
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

/** The file descriptor of systemd's socket activation (sd_listen_fds): connections wait in the socket while the process restarts. */
const LISTEN_FDS_START = 3;

/**
 * The number of connections that can wait while the process starts or is busy, the same as in deploy/minga@.socket. The kernel's limit may
 * be lower.
 */
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

/**
 * Passes the backlog as a second argument. Node reads the backlog of an inherited socket only from there, and would shrink systemd's queue
 * to 511 without it.
 */
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
