import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';

/** Shows a superadmin that e-mails arrive. */
export const testEmail = (
  { email, username }: { readonly email: string; readonly username: string },
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Los correos de ${SITE_NAME} llegan`,
    reason: `Recibes este correo porque pediste uno de prueba en la administración de ${SITE_NAME}.`,
    heading: 'Los correos llegan',
    body: [
      mailText`Hola, ${username}. Este es el correo de prueba que pediste. Si lo encontraste en «correo no deseado», pídele a quien mantiene el servidor que revise SPF y DKIM.`,
      { button: 'Seguir con la puesta en marcha', url: `${publicUrl}/admin-dashboard` },
    ],
  });
