import * as addedMails from '../../src/modules/attendance/added-mails.ts';
import * as attendanceMails from '../../src/modules/attendance/mails.ts';
import * as needsMails from '../../src/modules/attendance/needs/mails.ts';
import * as placesMails from '../../src/modules/attendance/places/mails.ts';
import {
  ADDRESS,
  activity,
  calendar,
  coded,
  type Examples,
  email,
  place,
  publicUrl,
  rosa,
  url,
} from './facts.ts';

export const ofAttendance: Examples<typeof attendanceMails> = {
  attendanceEmail: () => [
    attendanceMails.attendanceEmail(
      rosa,
      activity,
      { personalUrl: null, addedBy: null, chat: activity.chatUrl, calendar: [calendar] },
      place,
    ),
    attendanceMails.attendanceEmail(
      rosa,
      activity,
      { personalUrl: url, addedBy: null, chat: null, calendar: [calendar] },
      place,
    ),
    attendanceMails.attendanceEmail(
      rosa,
      activity,
      { personalUrl: url, addedBy: null, chat: null, refusalUrl: url, calendar: [calendar] },
      place,
    ),
    attendanceMails.attendanceEmail(
      rosa,
      activity,
      { personalUrl: null, addedBy: `Ana ${ADDRESS}`, chat: null, calendar: [calendar] },
      place,
    ),
  ],
  duplicateEmail: () =>
    [null, url].map(own => attendanceMails.duplicateEmail(rosa.email, activity, own, place)),
  personalLinksEmail: () =>
    [1, 2].map(count =>
      attendanceMails.personalLinksEmail(
        email,
        Array(count).fill({
          activity,
          attendance: { companions: 1, status: 'confirmed' },
          url,
          needs: [{ _id: '1', name: `Palas ${ADDRESS}`, quantity: 2, taken: 0 }],
          claims: [{ needId: '1', quantity: 1 }],
        }),
        [calendar],
        place,
      ),
    ),
  cancelledEmail: () =>
    [true, false].map(isProved =>
      attendanceMails.cancelledEmail(rosa, activity, { isProved, calendar: [calendar] }, place),
    ),
  seriesEmail: () =>
    [
      { personalUrl: null, addedBy: `Marta ${ADDRESS}`, chat: null },
      ...[null, url].map(personalUrl => ({ personalUrl, addedBy: null, chat: activity.chatUrl })),
    ].map(sent =>
      attendanceMails.seriesEmail(
        rosa,
        [null, 2].map(position => ({ activity, position })),
        { ...sent, calendar: [calendar] },
        place,
      ),
    ),
};
export const ofAdded: Examples<typeof addedMails> = {
  addedEmail: () =>
    [1, 3].map(dates =>
      addedMails.addedEmail(
        {
          ...rosa,
          addedBy: `Ana ${ADDRESS}`,
          personalUrl: url,
          dates,
          position: dates === 1 ? null : 2,
          refusalUrl: `${publicUrl}/mi-asistencia?token=no-fui-yo.x`,
        },
        activity,
        place,
      ),
    ),
};
export const ofNeeds: Examples<typeof needsMails> = {
  releasedEmail: () =>
    [null, url].map(personalUrl =>
      needsMails.releasedEmail(
        rosa,
        activity,
        {
          personalUrl,
          refusalUrl: personalUrl,
          dates: personalUrl === null ? 1 : 3,
          left: personalUrl === null ? [] : [{ name: `Palas ${ADDRESS}`, quantity: 1 }],
          released: [
            { name: `Cocina ${ADDRESS}`, quantity: 1 },
            { name: `Palas ${ADDRESS}`, quantity: 2 },
          ],
        },
        place,
      ),
    ),
};

export const ofPlaces: Examples<typeof placesMails> = {
  waitingEmail: () =>
    [null, url].map(personalUrl =>
      placesMails.waitingEmail({ ...rosa, addition: null }, activity, { personalUrl, position: 3 }, place),
    ),
  offerEmail: () =>
    [null, url].map(personalUrl =>
      placesMails.offerEmail(
        { ...rosa, addition: 'told' },
        activity,
        { personalUrl, expiresAt: activity.date },
        place,
      ),
    ),
  reconfirmEmail: () =>
    [null, url].map(personalUrl =>
      placesMails.reconfirmEmail(
        { ...rosa, ...coded, addition: personalUrl === null ? null : 'told' },
        activity,
        { personalUrl, calendar: [calendar] },
        place,
      ),
    ),
  missedEmail: () =>
    [true, false].flatMap(isProved =>
      [true, false].map(canQueue =>
        placesMails.missedEmail({ ...rosa, isProved }, activity, { canQueue, calendar: [calendar] }, place),
      ),
    ),
};
