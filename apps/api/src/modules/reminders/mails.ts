import { type LocationText, locationRows } from '@minga/contract/location-texts';
import { SITE_NAME } from '@minga/contract/site-words';
import { longPeriod } from '../../platform/local-time.ts';
import type { Email } from '../../platform/mail/email.ts';
import { chatText, mailText, noticeTemplate, personalLinkText } from '../../platform/mail/notice.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import { activitySubject } from '../../platform/mail/subject.ts';
import type { MailContext } from '../../platform/platform.ts';
import { mailedLocation } from '../activities/presenter.ts';
import type { ArrivalMail } from '../attendance/links/service.ts';
import type { MailActivity } from '../attendance/mails.ts';
import { REMINDER } from './rules.ts';

export interface Enclosed {
  /** The page where a visitor views and cancels the attendance; null for accounts. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
  /** Attached instead of linked, so that it is readable offline and for an activity that only its owner sees. */
  readonly calendar: readonly Attachment[];
  /** Whether the recipient may see the directions to a private location. */
  readonly canSeeLocation: boolean;
  /** The check-in code of a confirmed attendance. */
  readonly arrival: ArrivalMail;
}

type Words = Readonly<
  Record<'subject' | 'name' | 'title' | 'when' | 'where' | 'page' | 'unsubscribeUrl', string>
> &
  Pick<Enclosed, 'personalUrl'> & { readonly chat: string | null } & ArrivalMail['values'] &
  Readonly<Record<LocationText, string | null>>;

const reminder = noticeTemplate(
  ({
    subject,
    name,
    title,
    when,
    where,
    page,
    personalUrl,
    unsubscribeUrl,
    arrivalPage,
    arrivalImage,
    chat,
    ...texts
  }: Words) => ({
    subject,
    reason: `Recibes este correo porque pediste un recordatorio de esta actividad en ${SITE_NAME}.`,
    unsubscribeUrl,
    heading: mailText`Hola, ${name}`,
    body: [
      mailText`Te recordamos que se acerca «${title}».`,
      {
        details: [{ label: 'Cuándo', value: when }, { label: 'Dónde', value: where }, ...locationRows(texts)],
      },
      { button: 'Ver la actividad', url: page },
      { arrivalPage, arrivalImage },
      chatText(chat),
      personalUrl === null
        ? null
        : personalLinkText('¿No puedes ir?', 'Mira o cancela tu asistencia', personalUrl),
      'Con el archivo adjunto agregas la actividad a tu calendario.',
    ],
  }),
);

/** A recipient with a personal link is a visitor with an unverified address, so the subject contains no text of other users. */
export function reminderEmail(
  { name, email }: { name: string; email: string },
  { id, title, date, endDate, chatUrl, ...location }: MailActivity,
  { personalUrl, unsubscribeUrl, calendar, canSeeLocation, arrival }: Enclosed,
  context: MailContext,
): Promise<Email> {
  const about = { title: personalUrl === null ? title : null, date };
  return reminder(
    email,
    {
      subject: activitySubject(REMINDER, about, context),
      name,
      title,
      when: longPeriod(date, endDate, context.settings.timeZone),
      where: location.place || 'Por confirmar',
      ...mailedLocation(location, canSeeLocation),
      // Attendees with a place and the owner see both, and asked for the reminder.
      chat: canSeeLocation ? chatUrl : null,
      page: `${context.publicUrl}/actividades/${id}`,
      personalUrl,
      unsubscribeUrl,
      ...arrival.values,
    },
    [...calendar, ...arrival.attachments],
  );
}
