import { SITE_NAME } from '@minga/contract/site-words';
import { DELETED_NAME } from '@minga/contract/text';
import type { Email } from '../../../platform/mail/email.ts';
import { mailText, notice } from '../../../platform/mail/notice.tsx';
import { type Addressee, recoveryUrl, WHY_OWNER, WHY_PAST_OWNER } from '../mails.ts';

/** Informs a new administrator. */
export const newAdminEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Desde ahora administras ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: `Desde ahora administras ${SITE_NAME}`,
    body: [
      mailText`Hola, ${username}. La superadministración creó una cuenta para ti: entras con este correo y con la contraseña que te den. Si no te la han dado, pon tú una nueva.`,
      { button: 'Poner mi contraseña', url: recoveryUrl(publicUrl) },
      mailText`¿Ya tienes una? ${{ text: 'Inicia sesión', url: `${publicUrl}/login` }}`,
      'Si no esperabas este mensaje, respóndelo para que lo aclaremos.',
    ],
  });

/** Informs an administrator whose role was restored. */
export const adminRestoredEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Vuelves a administrar ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Vuelves a administrar',
    body: [
      mailText`Hola, ${username}. La superadministración te devolvió la administración de ${SITE_NAME} y cerramos tus sesiones abiertas: inicia sesión de nuevo para usarla.`,
      { button: 'Iniciar sesión', url: `${publicUrl}/login` },
    ],
  });

/** Informs a former administrator that the role was removed. */
export const adminRemovedEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Ya no administras ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: `Ya no administras ${SITE_NAME}`,
    body: [
      mailText`Hola, ${username}. La superadministración retiró la administración de tu cuenta y cerramos tus sesiones abiertas. Tu cuenta sigue: con el mismo correo y la misma contraseña publicas actividades y asistes a otras como cualquier persona.`,
      { button: 'Iniciar sesión', url: `${publicUrl}/login` },
      'Si crees que es un error, responde a este mensaje.',
    ],
  });

/** Informs the owner of an account that an administrator has set its password. */
export const passwordSetEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Tu contraseña de ${SITE_NAME} cambió`,
    reason: WHY_OWNER,
    heading: 'Tu contraseña cambió',
    body: [
      mailText`Hola, ${username}. La superadministración de ${SITE_NAME} puso una contraseña nueva en tu cuenta y cerramos todas tus sesiones. Para que solo tú la conozcas, pon otra:`,
      { button: 'Poner mi contraseña', url: recoveryUrl(publicUrl) },
    ],
  });

/** Informs the owner of an account that it was deactivated; `contactAdvice` returns `advice`. */
export const deactivatedEmail = ({ email, username }: Addressee, advice: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Tu cuenta de ${SITE_NAME} está desactivada`,
    reason: WHY_OWNER,
    heading: 'Tu cuenta está desactivada',
    body: [
      mailText`Hola, ${username}. Quien administra ${SITE_NAME} desactivó tu cuenta y cerramos tus sesiones abiertas: por ahora no puedes entrar. No borramos nada: tus actividades y tus asistencias siguen como estaban.`,
      mailText`Si crees que es un error o quieres usar tu cuenta de nuevo, ${{ literal: advice }}.`,
    ],
  });

/** Informs the owner of an account that an administrator has reactivated it. */
export const reactivatedEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Tu cuenta de ${SITE_NAME} vuelve a estar activa`,
    reason: WHY_OWNER,
    heading: 'Tu cuenta vuelve a estar activa',
    body: [
      mailText`Hola, ${username}. Quien administra ${SITE_NAME} activó tu cuenta de nuevo: entras con este correo y con tu contraseña.`,
      { button: 'Iniciar sesión', url: `${publicUrl}/login` },
      mailText`¿Olvidaste tu contraseña? ${{ text: 'Pon una nueva', url: recoveryUrl(publicUrl) }}`,
    ],
  });

/** Informs the address of an account that an administrator has deleted. Omits the name, since only the address is retained. */
export const accountDeletedEmail = (email: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Tu cuenta de ${SITE_NAME} fue eliminada`,
    reason: WHY_PAST_OWNER,
    heading: 'Tu cuenta fue eliminada',
    body: [
      `Quien administra ${SITE_NAME} eliminó tu cuenta con todo lo que guardaba: ya no puedes entrar con ella y no se puede recuperar.`,
      mailText`Las actividades que publicaste se eliminaron con sus imágenes, asistencias y recordatorios. Donde ibas a asistir o asististe quedas como «${DELETED_NAME}», sin tu nombre ni tu correo.`,
      'Si crees que es un error o quieres saber por qué, responde a este mensaje.',
    ],
  });

/** Informs the previous address of an account that an administrator has changed it. */
export const addressReplacedEmail = ({ email, username }: Addressee, newEmail: string): Promise<Email> =>
  notice({
    to: email,
    subject: `El correo de tu cuenta de ${SITE_NAME} cambió`,
    reason: WHY_PAST_OWNER,
    heading: 'El correo de tu cuenta cambió',
    body: [
      mailText`Hola, ${username}. Quien administra ${SITE_NAME} cambió el correo de tu cuenta. Desde ahora entras y recibes sus mensajes con otra dirección:`,
      { details: [{ label: 'Correo nuevo', value: { literal: newEmail } }] },
      'Si no lo pediste, responde a este mensaje para que lo corrijamos.',
    ],
  });

/** Informs the address that an administrator has assigned to an account. Omits the name, since the address is unverified. */
export const addressAssignedEmail = (email: string, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Este es ahora el correo de una cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Tu cuenta usa ahora este correo',
    body: [
      `Quien administra ${SITE_NAME} puso esta dirección en una cuenta. Desde ahora se entra con ella y aquí llegan los mensajes de la cuenta.`,
      { button: 'Iniciar sesión', url: `${publicUrl}/login` },
      `Si no tienes una cuenta en ${SITE_NAME}, responde a este mensaje para que quitemos tu dirección.`,
    ],
  });
