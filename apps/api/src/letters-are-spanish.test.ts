import { expect, it } from 'vitest';
import { englishWords } from '../test/english-words.ts';
import * as accountMails from './modules/accounts/mails.tsx';
import * as managedMails from './modules/accounts/managed-mails.tsx';
import * as attendanceMails from './modules/attendance/mails.tsx';
import * as attendeeMails from './modules/notifications/attendee-mails.tsx';
import * as notificationMails from './modules/notifications/mails.tsx';
import * as reminderMails from './modules/reminders/mails.tsx';
import type { Letter } from './platform/mail/letter.ts';
import { readSettings } from './settings.ts';

type Names<Mails> = {
  [Name in keyof Mails]: Mails[Name] extends (...parts: never[]) => Promise<Letter> ? Name : never;
}[keyof Mails];
/** One example of every letter of a module, or several: a new one does not compile until it is here. */
type Examples<Mails> = Record<Names<Mails>, () => Promise<Letter>[]>;

const publicUrl = 'https://minga.example.org';
const place = { publicUrl, settings: readSettings({}) };
const url = `${publicUrl}/mi-asistencia?token=x`;
const unsubscribeUrl = `${publicUrl}/dejar-correos?token=x`;
const email = 'rosa@example.org';
const rosa = { email, username: 'Rosa Elvira', name: 'Rosa Elvira' };
const activity = { id: '1', title: 'Minga', date: new Date('2026-12-05T14:00:00.000Z'), place: '' };
const task = { activity, owner: rosa, count: 1 };
const calendar = { name: 'actividad.ics', type: 'text/calendar', content: '' };
const links = [
  { personalUrl: null, unsubscribeUrl },
  { personalUrl: url, unsubscribeUrl },
];
const told = {
  ...activity,
  activityId: '1',
  oldDate: new Date('2026-12-06T14:00:00.000Z'),
  oldPlace: 'La Maloca',
};

const ofAccounts: Examples<typeof accountMails> = {
  verificationLetter: () => [accountMails.verificationLetter(rosa, url)],
  accountExistsLetter: () => [accountMails.accountExistsLetter(email, publicUrl)],
  recoveryLetter: () => [accountMails.recoveryLetter(rosa, url)],
  passwordChangedLetter: () => [accountMails.passwordChangedLetter(rosa, publicUrl)],
  emailChangeLetter: () => [accountMails.emailChangeLetter(email, url)],
  emailChangeWarning: () => [accountMails.emailChangeWarning(rosa, publicUrl)],
  emailChangedLetter: () => [accountMails.emailChangedLetter(rosa, 'otra@example.org')],
};
const ofManaged: Examples<typeof managedMails> = {
  newAdminLetter: () => [managedMails.newAdminLetter(rosa, publicUrl)],
  adminAgainLetter: () => [managedMails.adminAgainLetter(rosa, publicUrl)],
  adminNoMoreLetter: () => [managedMails.adminNoMoreLetter(rosa, publicUrl)],
  passwordSetLetter: () => [managedMails.passwordSetLetter(rosa, publicUrl)],
  deactivatedLetter: () => [managedMails.deactivatedLetter(rosa)],
  activeAgainLetter: () => [managedMails.activeAgainLetter(rosa, publicUrl)],
  erasedLetter: () => [managedMails.erasedLetter(email)],
  addressReplacedLetter: () => [managedMails.addressReplacedLetter(rosa, 'otra@example.org')],
  addressGivenLetter: () => [managedMails.addressGivenLetter(email, publicUrl)],
};
const ofAttendance: Examples<typeof attendanceMails> = {
  attendanceLetter: () =>
    [null, url].map(own => attendanceMails.attendanceLetter(rosa, activity, own, place)),
  personalLinksLetter: () =>
    [1, 2].map(count =>
      attendanceMails.personalLinksLetter(email, Array(count).fill({ activity, url }), place),
    ),
};
const ofNotifications: Examples<typeof notificationMails> = {
  digestLetter: () =>
    [1, 2, 60].map(count =>
      notificationMails.digestLetter(
        { ...task, count },
        Array.from({ length: count }, (_, index) => ({ name: 'Luz', isComing: index % 2 === 0 })),
        unsubscribeUrl,
        place,
      ),
    ),
  approvalLetter: () => [notificationMails.approvalLetter(task, unsubscribeUrl, place)],
  rejectionLetter: () => [
    notificationMails.rejectionLetter(task, 'Aquí no se vende.', unsubscribeUrl, place),
  ],
};
const ofAttendees: Examples<typeof attendeeMails> = {
  changeLetter: () => links.map(own => attendeeMails.changeLetter(rosa, told, own, place)),
  deletionLetter: () => [attendeeMails.deletionLetter(rosa, told, unsubscribeUrl, place)],
};
const ofReminders: Examples<typeof reminderMails> = {
  reminderLetter: () =>
    links.map(own => reminderMails.reminderLetter(rosa, activity, { ...own, calendar }, place)),
};

it.each(
  Object.entries({
    ...ofAccounts,
    ...ofManaged,
    ...ofAttendance,
    ...ofNotifications,
    ...ofAttendees,
    ...ofReminders,
  }),
)('%s holds no word of English, in its subject and both parts', async (_name, examples) => {
  for (const { subject, text, html } of await Promise.all(examples())) {
    const shown = html.replaceAll(/<style.*?<\/style>|<!--.*?-->|<[^>]*>/gs, ' ');
    expect(englishWords([subject, text, shown].join('\n'))).toEqual([]);
    expect(html).toContain('lang="es"');
  }
});
