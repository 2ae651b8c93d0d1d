import { expect, it } from 'vitest';
import { englishWords } from '../test/english-words.ts';
import * as accountMails from './modules/accounts/mails.tsx';
import * as managedMails from './modules/accounts/managed-mails.tsx';
import * as secondFactorMails from './modules/accounts/second-factor-mails.tsx';
import { arrivalMail } from './modules/attendance/arrival-mail-service.ts';
import * as claimsMails from './modules/attendance/claims-mails.tsx';
import * as attendanceMails from './modules/attendance/mails.tsx';
import * as placesMails from './modules/attendance/places-mails.tsx';
import * as seriesMails from './modules/attendance/series-mails.tsx';
import * as feedbackMails from './modules/feedback/mails.tsx';
import * as attendeeMails from './modules/notifications/attendee-mails.tsx';
import * as notificationMails from './modules/notifications/mails.tsx';
import * as messageMails from './modules/notifications/message-mails.tsx';
import * as reminderMails from './modules/reminders/mails.tsx';
import * as reportMails from './modules/reports/mails.tsx';
import type { Email } from './platform/mail/email.ts';
import { readSettings } from './settings.ts';

type Names<Mails> = {
  [Name in keyof Mails]: Mails[Name] extends (...parts: never[]) => Promise<Email> ? Name : never;
}[keyof Mails];
/** Examples of every e-mail of a module: a new e-mail without an example fails the type check. */
type Examples<Mails> = Record<Names<Mails>, () => Promise<Email>[]>;

const publicUrl = 'https://minga.example.org';
const place = { publicUrl, settings: readSettings({}) };
const url = `${publicUrl}/mi-asistencia?token=x`;
const unsubscribeUrl = `${publicUrl}/dejar-correos?token=x`;
const email = 'rosa@example.org';
const rosa = {
  ...{ email, username: 'Rosa Elvira', name: 'Rosa Elvira' },
  ...{ companions: 2, claimed: 'Cocina, 2 de Palas', isConfirmed: true },
};
const activity = {
  id: '1',
  title: 'Minga',
  date: new Date('2026-12-05T14:00:00.000Z'),
  place: '',
  endDate: new Date('2026-12-05T17:00:00.000Z'),
  directions: 'La casa azul frente a la cancha.',
  isLocationPrivate: false,
};
const task = { activity, owner: rosa, count: 1 };
const coded = { id: '1', code: Buffer.alloc(16) };
const calendar = { name: 'actividad.ics', type: 'text/calendar', content: '' };
const links = [
  { personalUrl: null, unsubscribeUrl },
  { personalUrl: url, unsubscribeUrl },
];
const announcement = {
  ...activity,
  activityId: '1',
  oldDate: new Date('2026-12-06T14:00:00.000Z'),
  oldPlace: 'La Maloca',
};

const ofAccounts: Examples<typeof accountMails> = {
  verificationEmail: () => [accountMails.verificationEmail(rosa, url)],
  accountExistsEmail: () => [accountMails.accountExistsEmail(email, publicUrl)],
  recoveryEmail: () => [accountMails.recoveryEmail(rosa, url)],
  passwordChangedEmail: () => [accountMails.passwordChangedEmail(rosa, publicUrl)],
  emailChangeEmail: () => [accountMails.emailChangeEmail(email, url)],
  emailChangeWarning: () => [accountMails.emailChangeWarning(rosa, publicUrl)],
  emailChangedEmail: () => [accountMails.emailChangedEmail(rosa, 'otra@example.org')],
};
const ofManaged: Examples<typeof managedMails> = {
  newAdminEmail: () => [managedMails.newAdminEmail(rosa, publicUrl)],
  adminRestoredEmail: () => [managedMails.adminRestoredEmail(rosa, publicUrl)],
  adminRemovedEmail: () => [managedMails.adminRemovedEmail(rosa, publicUrl)],
  passwordSetEmail: () => [managedMails.passwordSetEmail(rosa, publicUrl)],
  deactivatedEmail: () => [managedMails.deactivatedEmail(rosa, 'escribe a hola@example.org')],
  reactivatedEmail: () => [managedMails.reactivatedEmail(rosa, publicUrl)],
  accountDeletedEmail: () => [managedMails.accountDeletedEmail(email)],
  addressReplacedEmail: () => [managedMails.addressReplacedEmail(rosa, 'otra@example.org')],
  addressAssignedEmail: () => [managedMails.addressAssignedEmail(email, publicUrl)],
};
const ofSecondFactor: Examples<typeof secondFactorMails> = {
  authenticatorAddedEmail: () => [secondFactorMails.authenticatorAddedEmail(rosa, publicUrl)],
  authenticatorRemovedEmail: () =>
    [true, false].map(hasPasskeys =>
      secondFactorMails.authenticatorRemovedEmail(rosa, hasPasskeys, publicUrl),
    ),
  recoveryCodeUsedEmail: () =>
    [0, 1, 9].map(left => secondFactorMails.recoveryCodeUsedEmail(rosa, left, publicUrl)),
  recoveryCodesRenewedEmail: () => [secondFactorMails.recoveryCodesRenewedEmail(rosa, publicUrl)],
  wrongCodesEmail: () => [secondFactorMails.wrongCodesEmail(rosa, publicUrl)],
  secondFactorResetStartedEmail: () => [
    secondFactorMails.secondFactorResetStartedEmail(rosa, {
      ...{ dueAt: activity.date, url },
      timeZone: 'America/Bogota',
    }),
  ],
  secondFactorResetEmail: () => [secondFactorMails.secondFactorResetEmail(rosa, publicUrl)],
};
const ofAttendance: Examples<typeof attendanceMails> = {
  attendanceEmail: () => [
    attendanceMails.attendanceEmail(rosa, activity, { personalUrl: null, addedBy: null }, place),
    attendanceMails.attendanceEmail(rosa, activity, { personalUrl: url, addedBy: null }, place),
    attendanceMails.attendanceEmail(rosa, activity, { personalUrl: url, addedBy: 'Ana' }, place),
  ],
  duplicateEmail: () => [null, url].map(own => attendanceMails.duplicateEmail(rosa.email, activity, own)),
  personalLinksEmail: () =>
    [1, 2].map(count =>
      attendanceMails.personalLinksEmail(
        email,
        Array(count).fill({
          ...{ activity, attendance: { companions: 1, status: 'confirmed' }, url },
          ...{ needs: [], claims: [] },
        }),
        place,
      ),
    ),
};
const ofPlaces: Examples<typeof placesMails> = {
  waitingEmail: () =>
    [null, url].map(personalUrl =>
      placesMails.waitingEmail(rosa, activity, { personalUrl, position: 3 }, place),
    ),
  offerEmail: () =>
    [null, url].map(personalUrl =>
      placesMails.offerEmail(rosa, activity, { personalUrl, expiresAt: activity.date }, place),
    ),
  reconfirmEmail: () =>
    [null, url].map(personalUrl =>
      placesMails.reconfirmEmail({ ...rosa, ...coded }, activity, personalUrl, place),
    ),
  missedEmail: () =>
    [true, false].map(canQueue =>
      placesMails.missedEmail(rosa, activity, { isProved: canQueue, canQueue }, place),
    ),
};
const ofClaims: Examples<typeof claimsMails> = {
  releasedEmail: () =>
    [null, url].map(personalUrl =>
      claimsMails.releasedEmail(
        rosa,
        activity,
        {
          personalUrl,
          dates: personalUrl === null ? 1 : 3,
          released: [
            { name: 'Cocina', quantity: 1 },
            { name: 'Palas', quantity: 2 },
          ],
        },
        place,
      ),
    ),
};
const ofSeries: Examples<typeof seriesMails> = {
  seriesEmail: () =>
    [null, url].flatMap(personalUrl =>
      [null, 'Marta'].map(addedBy =>
        seriesMails.seriesEmail(
          rosa,
          [null, 2].map(position => ({ activity, position })),
          { personalUrl, addedBy },
          place,
        ),
      ),
    ),
};
const ofNotifications: Examples<typeof notificationMails> = {
  digestEmail: () =>
    [1, 2, 60].map(count =>
      notificationMails.digestEmail(
        task,
        Array.from({ length: count }, (_, index) => ({
          name: 'Luz',
          isConfirmed: index % 2 === 0,
          isByAdmin: index % 4 === 1,
        })),
        count,
        unsubscribeUrl,
        place,
      ),
    ),
  approvalEmail: () =>
    [1, 12].map(dates => notificationMails.approvalEmail(task, dates, unsubscribeUrl, place)),
  rejectionEmail: () =>
    [true, false].map(wasApproved =>
      notificationMails.rejectionEmail(
        task,
        {
          reason: 'Aquí no se vende.',
          reported: wasApproved ? ['spam', 'fraude'] : [],
          ...{ wasApproved, dates: wasApproved ? 12 : 1 },
        },
        unsubscribeUrl,
        place,
      ),
    ),
  removalEmail: () =>
    ['', 'Aquí no se vende.'].map(reason =>
      notificationMails.removalEmail(
        rosa,
        { title: 'Minga', reason, dates: reason === '' ? 1 : 3 },
        unsubscribeUrl,
        place,
      ),
    ),
};
const why = { text: 'Revisamos los reportes.', reason: 'Aquí no se vende.' };
const ofReports: Examples<typeof reportMails> = {
  reporterEmail: () => [reportMails.reporterEmail(rosa, why.text, unsubscribeUrl)],
  outcomeEmail: () => [
    reportMails.outcomeEmail(
      rosa,
      { title: 'Revisamos de nuevo tu actividad', text: why.text },
      unsubscribeUrl,
      publicUrl,
    ),
  ],
  bannedEmail: () =>
    [['spam', 'datos'] as const, []].map(reported => reportMails.bannedEmail(rosa, { ...why, reported })),
};
const note = {
  ...announcement,
  subject: 'Llueve',
  text: 'Traigan capa.\n\nNos vemos.',
  sender: 'Nubia',
};
/** Before the activity and after it. */
const sites = ['2026-12-04', '2026-12-06'].map(day => ({ ...place, clock: () => new Date(day) }));
const ofMessages: Examples<typeof messageMails> = {
  previewEmail: () => sites.map(site => messageMails.previewEmail(note, site)),
};
const messageEmails = () =>
  [null, 'id'].flatMap(userId =>
    sites.flatMap(site => links.map(own => messageMails.messageEmails(note, site)({ ...rosa, userId }, own))),
  );
const ofFeedback: Examples<typeof feedbackMails> = {
  feedbackEmail: () =>
    links.map(({ personalUrl }) =>
      feedbackMails.feedbackEmail(
        { ...rosa, personalUrl },
        { ...activity, endsAt: activity.endDate },
        unsubscribeUrl,
        place,
      ),
    ),
};
const ofAttendees: Examples<typeof attendeeMails> = {
  changeEmail: () =>
    [null, 'id'].flatMap(userId =>
      links.flatMap(own =>
        [true, false].map(isConfirmed =>
          attendeeMails.changeEmail(
            { ...rosa, userId, isConfirmed, dates: isConfirmed ? 1 : 3 },
            announcement,
            own,
            place,
          ),
        ),
      ),
    ),
  endEmail: () =>
    (['deletion', 'withdrawal', 'removal', 'admin-removal'] as const).flatMap(type =>
      [null, 'id'].map(userId =>
        attendeeMails.endEmail(
          type,
          { ...rosa, userId, dates: userId === null ? 2 : 1 },
          announcement,
          unsubscribeUrl,
          place,
        ),
      ),
    ),
};
const ofReminders: Examples<typeof reminderMails> = {
  reminderEmail: () =>
    [coded, null].flatMap(attendance =>
      links.map(own =>
        reminderMails.reminderEmail(
          rosa,
          activity,
          { ...own, calendar, arrival: arrivalMail(place, attendance) },
          place,
        ),
      ),
    ),
};

it.each(
  Object.entries({
    ...ofAccounts,
    ...ofManaged,
    ...ofSecondFactor,
    ...ofAttendance,
    ...ofClaims,
    ...ofPlaces,
    ...ofSeries,
    ...ofNotifications,
    ...ofAttendees,
    ...ofReminders,
    ...ofFeedback,
    ...ofReports,
    ...ofMessages,
    messageEmails,
  }),
)('%s contains no English word in its subject or parts', async (_name, examples) => {
  for (const { subject, text, html } of await Promise.all(examples())) {
    const shown = html.replaceAll(/<style.*?<\/style>|<!--.*?-->|<[^>]*>/gs, ' ');
    expect(englishWords([subject, text, shown].join('\n'))).toEqual([]);
    expect(html).toContain('lang="es"');
    // Some mail programs and terminals take the punctuation after an address as its end.
    expect(text.match(/https?:\/\/\S*[.,;:)](?=\s|$)/g)).toBeNull();
  }
});
