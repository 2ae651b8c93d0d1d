import { isLoopback, type Settings } from './settings.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Ready {
  readonly settings: Settings;
  readonly publicUrl: string;
  /** Created at this start; null if one existed. */
  readonly superadmin: Credentials | null;
  /** A demo account, if this start filled the database with demo data. */
  readonly demo: Credentials | null;
}

const seconds = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** The message on the terminal once Minga is ready: plain lines, separate from the JSON log. */
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
