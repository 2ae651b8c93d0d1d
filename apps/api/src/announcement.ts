import { isLoopback, type Settings } from './settings.ts';

const seconds = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** What the person who starts Minga is told once it is ready: plain lines, apart from the log's JSON. */
export function announcement(
  settings: Settings,
  publicUrl: string,
  superadmin: { email: string; password: string } | null,
): string {
  const hasMailbox = settings.smtpUrl === null && isLoopback(publicUrl);
  const lines = [
    `Minga está lista en ${seconds.format(performance.now() / 1000)} s.`,
    `  Aplicación:           ${publicUrl}`,
    ...(hasMailbox ? [`  Correo local:         ${publicUrl}/correo-local`] : []),
    `  Referencia de la API: ${publicUrl}/api/docs`,
    ...(superadmin === null
      ? []
      : [
          `  Superadministración:  ${superadmin.email}, contraseña ${superadmin.password}`,
          '                        (se muestra solo esta vez)',
        ]),
  ];
  return `${lines.join('\n')}\n`;
}
