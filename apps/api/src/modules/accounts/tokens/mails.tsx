import type { TokenScope } from '@minga/contract/api-tokens';
import { longDate } from '../../../platform/local-time.ts';
import { composeEmail, type Email } from '../../../platform/mail/email.ts';
import { MailButton, MailHeading, MailLink, MailParagraph } from '../../../platform/mail/layout.tsx';
import type { Platform } from '../../../platform/platform.ts';
import { type Addressee, recoveryUrl, WHY_OWNER } from '../mails.tsx';

const ABILITIES = {
  read: 'puede leer lo que tú ves',
  write: 'puede leer y cambiar en tu nombre lo que tú puedes',
} as const;

interface Created {
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresAt: Date;
}

/** Lets the owner notice a token that another person created. The e-mail does not contain the token. */
export const apiTokenCreatedEmail = (
  { email, username }: Addressee,
  { name, scope, expiresAt }: Created,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Se creó un token de API en tu cuenta',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>Hay un token nuevo en tu cuenta</MailHeading>
        <MailParagraph>
          Hola, {username}. Se creó el token «{name}»: el programa que lo use {ABILITIES[scope]}, menos tu
          perfil y la administración. Vence el {longDate(expiresAt, settings.timeZone)}.
        </MailParagraph>
        <MailButton href={`${publicUrl}/profile#tokens`}>Ver mis tokens</MailButton>
        <MailParagraph>
          ¿No fuiste tú? Con una contraseña nueva se cierran tus sesiones y dejan de servir todos tus tokens:{' '}
          <MailLink href={recoveryUrl(publicUrl)}>Poner una contraseña nueva</MailLink>
        </MailParagraph>
      </>
    ),
  });
