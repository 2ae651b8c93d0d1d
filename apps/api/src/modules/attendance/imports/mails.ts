import { longPeriod } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import { mailText, noticeTemplate } from '../../../platform/mail/notice.tsx';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MailActivity } from '../mails.ts';

interface Values extends Record<'name' | 'title' | 'subject' | 'addedBy' | 'when' | 'where', string> {
  readonly companions: string | null;
  readonly personalUrl: string;
  readonly refusalUrl: string;
}

// The e-mail reaches people who asked for nothing: it has no free text of the organiser, no attachment, and only links to Minga.
const imported = noticeTemplate(
  ({ name, title, subject, addedBy, personalUrl, refusalUrl, when, where, companions }: Values) => ({
    subject,
    reason:
      'Recibes este correo, una sola vez por esta actividad, porque quien la organiza escribió esta dirección en su lista de Minga.',
    heading: mailText`Te agregaron a una lista, ${name}`,
    body: [
      mailText`${addedBy}, que organiza «${title}», te agregó a la lista de participantes.`,
      {
        details: [
          { label: 'Cuándo', value: when },
          { label: 'Dónde', value: where },
          ...(companions === null ? [] : [{ label: 'Quiénes van', value: companions }]),
        ],
      },
      { button: 'Ver o cancelar mi asistencia', url: personalUrl },
      'No necesitas cuenta. Ahí están los detalles, tu código para la puerta y cómo cancelar si no puedes ir. El enlace es solo tuyo: no lo compartas.',
      '¿No conoces a esta persona o no querías estar en esta lista?',
      { button: 'No fui yo, quítame', url: refusalUrl },
      'Sales de la lista, y nadie puede volver a agregar este correo a la actividad.',
    ],
  }),
);

interface Imported {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  readonly addedBy: string;
  /** The link that shows and cancels the attendance. */
  readonly personalUrl: string;
  /** The page with the button that removes the recipient. */
  readonly refusalUrl: string;
}

/** Tells a person whom an organiser imported who did it, and how to leave the list (docs/rules.md R21.4). */
export const importedEmail = (
  { name, email, companions, addedBy, personalUrl, refusalUrl }: Imported,
  { title, date, endDate, place: where }: Pick<MailActivity, 'title' | 'date' | 'endDate' | 'place'>,
  place: Pick<Platform, 'publicUrl' | 'settings' | 'clock'>,
): Promise<Email> =>
  imported(email, {
    ...{ name, title, addedBy, personalUrl, refusalUrl },
    subject: activitySubject(
      { what: 'Te agregaron', plain: 'Te agregaron a una actividad' },
      { title: null, date },
      place,
    ),
    when: longPeriod(date, endDate, place.settings.timeZone),
    where: where || 'Por confirmar',
    companions:
      companions === 0 ? null : `Tú y ${companions} ${companions === 1 ? 'persona' : 'personas'} más`,
  });
