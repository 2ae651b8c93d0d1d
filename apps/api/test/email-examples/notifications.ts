import { arrivalMail } from '../../src/modules/attendance/links/service.ts';
import * as feedbackMails from '../../src/modules/feedback/mails.ts';
import * as attendeeMails from '../../src/modules/notifications/announcements/mails.ts';
import * as messageMails from '../../src/modules/notifications/announcements/message-mails.ts';
import * as reminderMails from '../../src/modules/reminders/mails.ts';
import {
  ADDRESS,
  activity,
  announcement,
  calendar,
  coded,
  type Examples,
  links,
  place,
  rosa,
  unsubscribeUrl,
} from './facts.ts';

const note = {
  ...announcement,
  subject: `Llueve en ${ADDRESS}`,
  text: 'Traigan capa.\n\nNos vemos.',
  sender: `Nubia ${ADDRESS}`,
  endsAt: announcement.endDate,
  replyTo: 'nubia@example.org',
};
/** Before the activity and after it. */
const sites = ['2026-12-04', '2026-12-06'].map(day => ({ ...place, clock: () => new Date(day) }));
export const ofMessages: Examples<typeof messageMails> = {
  previewEmail: () => sites.map(site => messageMails.previewEmail(note, site)),
};
export const messageEmails = () =>
  [null, 'id'].flatMap(userId =>
    sites.flatMap(site => links.map(own => messageMails.messageEmails(note, site)({ ...rosa, userId }, own))),
  );
export const ofFeedback: Examples<typeof feedbackMails> = {
  feedbackEmail: () =>
    links.map(({ personalUrl, refusalUrl }) =>
      feedbackMails.feedbackEmail(
        { ...rosa, personalUrl, refusalUrl },
        { ...activity, endsAt: activity.endDate },
        unsubscribeUrl,
        place,
      ),
    ),
};
export const ofAttendees: Examples<typeof attendeeMails> = {
  changeEmail: () =>
    [announcement, { ...announcement, oldDate: announcement.date }].flatMap(changed =>
      [null, 'id'].flatMap(userId =>
        links.flatMap(own =>
          [true, false].map(isConfirmed =>
            attendeeMails.changeEmail(
              { ...rosa, userId, isConfirmed, dates: isConfirmed ? 1 : 3 },
              changed,
              { ...own, calendar: [calendar] },
              place,
            ),
          ),
        ),
      ),
    ),
  endEmail: () =>
    (
      [
        ...(['deletion', 'withdrawal', 'removal', 'admin-removal'] as const),
        ...(['withdrawal-of-hours', 'removal-of-hours', 'admin-removal-of-hours'] as const),
        ...(['correction-of-hours', 'loss-of-hours'] as const),
      ] as const
    ).flatMap(type =>
      [null, 'id'].map(userId =>
        attendeeMails.endEmail(
          type,
          { ...rosa, userId, dates: userId === null ? 2 : 1 },
          // Of what is not public nothing is sent that its organiser wrote.
          {
            ...announcement,
            ...(type.startsWith('withdrawal') && { title: '', place: '' }),
            isOrganiserThere: userId === null,
          },
          { unsubscribeUrl, calendar: [calendar] },
          place,
        ),
      ),
    ),
};
export const ofReminders: Examples<typeof reminderMails> = {
  reminderEmail: () =>
    [coded, null].flatMap(attendance =>
      links.map(own =>
        reminderMails.reminderEmail(
          rosa,
          activity,
          { ...own, calendar: [calendar], canSeeLocation: true, arrival: arrivalMail(place, attendance) },
          place,
        ),
      ),
    ),
};
