import { isLoopback, type Settings } from './settings.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Ready {
  readonly settings: Settings;
  readonly publicUrl: string;
  /** Made at this start; null when there was one. */
  readonly superadmin: Credentials | null;
  /** One of the invented people, when the database was filled with them at this start. */
  readonly demo: Credentials | null;
}

const seconds = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** What the person who starts Minga is told once it is ready: plain lines, apart from the log's JSON. */
export function startupMessage({ settings, publicUrl, superadmin, demo }: Ready): string {
  const hasMailbox = settings.smtpUrl === null && isLoopback(publicUrl);
  const lines = [
    `Minga está lista en ${seconds.format(performance.now() / 1000)} s.`,
    `  Aplicación:           ${publicUrl}`,
    ...(hasMailbox ? [`  Correo local:         ${publicUrl}/correo-local`] : []),
    `  Referencia de la API: ${publicUrl}/api/docs`,
    ...account('  Superadministración:  ', superadmin),
    ...account('  Cuenta de muestra:    ', demo),
  ];
  return `${lines.join('\n')}\n`;
}

const account = (label: string, credentials: Credentials | null): string[] =>
  credentials === null
    ? []
    : [`${label}${credentials.email}, contraseña ${credentials.password} (se muestra solo esta vez)`];
