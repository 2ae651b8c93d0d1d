import { isLoopback, mailDestination, type Settings } from './settings.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Ready {
  readonly settings: Settings;
  readonly publicUrl: string;
  /** Created at this start; null if one existed. */
  readonly superadmin: Credentials | null;
  /** The superadmin has the address of a local start. */
  readonly isLocalAccount: boolean;
  /** E-mails, pushes and webhooks stay in their outboxes. */
  readonly isHolding: boolean;
  /** The fault of the image store, in sentences; null: the requests until now have shown none. */
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

const HOLDING =
  'Atención: los envíos están retenidos, porque el sitio viene de una copia. No sale ningún correo, webhook ni aviso hasta «npm run deliveries -- release».';

const NO_MAIL_SERVER =
  'Atención: no hay servidor de correo (falta SMTP_URL). No sale ningún correo, así que nadie puede verificar su cuenta. Los correos se guardan hasta 90 días y salen cuando pongas SMTP_URL.';

const LOCAL_SUPERADMIN =
  'Atención: la superadministración es admin@minga.local, que no recibe correos: ponle otro con «npm run reset-superadmin».';

const account = (label: string, credentials: Credentials | null): string[] =>
  credentials === null
    ? []
    : [`${label}${credentials.email}, contraseña ${credentials.password} (se muestra solo esta vez)`];
