import * as handOverMails from '../../src/modules/collectives/mails.ts';
import * as decisionMails from '../../src/modules/notifications/decisions/mails.ts';
import * as notificationMails from '../../src/modules/notifications/delivery/mails.ts';
import * as followerMails from '../../src/modules/notifications/followers/mails.ts';
import type { DigestItem } from '../../src/modules/notifications/rules.ts';
import * as operationMails from '../../src/modules/operations/mails.ts';
import * as pushMails from '../../src/modules/push/mails.ts';
import * as reportMails from '../../src/modules/reports/mails.ts';
import { headlines, memoryHeadlines } from '../../src/modules/reports/rules.ts';
import * as teamMails from '../../src/modules/teams/mails.ts';
import * as webhookMails from '../../src/modules/webhooks/mails.ts';
import type { Email } from '../../src/platform/mail/email.ts';
import * as overflowMails from '../../src/platform/mail/overflow-mails.tsx';
import {
  ADDRESS,
  activity,
  calendar,
  type Examples,
  place,
  publicUrl,
  rosa,
  unsubscribeUrl,
} from './facts.ts';

const entry = { name: `Luz ${ADDRESS}`, isConfirmed: true, isByAdmin: false };
const entries = [
  entry,
  { ...entry, isConfirmed: false },
  { name: `Ana ${ADDRESS}`, isConfirmed: false, isByAdmin: true },
];

const items = {
  approvalItem: [1, 12].map(dates => decisionMails.approvalItem(activity, dates, place)),
  memoryApprovalItem: [decisionMails.memoryApprovalItem(activity, 1, place)],
  rejectionItem: [true, false].map(wasPublic =>
    decisionMails.rejectionItem(
      activity,
      {
        reason: 'Aquí no se vende.',
        reported: wasPublic ? ['spam', 'fraude'] : [],
        wasPublic,
        dates: wasPublic ? 12 : 1,
      },
      place,
    ),
  ),
  collectiveDecisionItem: [null, 'Se llama como otro.'].map(reason =>
    decisionMails.collectiveDecisionItem({ name: `Minga verde ${ADDRESS}`, slug: 'minga-verde' }, reason),
  ),
  removalItem: ['', 'Aquí no se vende.'].map(reason =>
    decisionMails.removalItem(activity, reason, reason === '' ? 1 : 3, place),
  ),
  reporterItem: [reportMails.reporterItem('Revisamos tu reporte.')],
  outcomeItem: [...Object.values(headlines), ...Object.values(memoryHeadlines)].map(title =>
    reportMails.outcomeItem(title, 'Revisamos los reportes.'),
  ),
} satisfies Record<ItemNames<typeof decisionMails> | ItemNames<typeof reportMails>, DigestItem[]>;

type ItemNames<Mails> = {
  [Name in keyof Mails]: Mails[Name] extends (...parts: never[]) => DigestItem ? Name : never;
}[keyof Mails];

const gathered = (told: readonly DigestItem[]): Promise<Email> => {
  const [first, ...others] = told;
  if (first === undefined) throw new Error('nothing is told');
  return notificationMails.gatheredEmail(rosa, [first, ...others], unsubscribeUrl, place);
};

/** Each thing that an e-mail tells alone. */
export const ofItems = Object.fromEntries(
  Object.entries(items).map(([name, told]) => [name, () => told.map(item => gathered([item]))]),
);

export const ofNotifications: Examples<typeof notificationMails> = {
  digestEmail: () => [
    notificationMails.digestEmail(
      rosa,
      [{ activity, entries: [], attendeeCount: 2, waitingCount: 3 }],
      unsubscribeUrl,
      place,
    ),
    ...[...entries.map(one => [one]), entries, Array.from({ length: 60 }, () => entry)].map(listed =>
      notificationMails.digestEmail(
        rosa,
        [{ activity, entries: listed, attendeeCount: listed.length - 1, waitingCount: listed.length % 3 }],
        unsubscribeUrl,
        place,
      ),
    ),
    notificationMails.digestEmail(
      rosa,
      [
        { activity, entries, attendeeCount: 2, waitingCount: 1 },
        {
          activity: { ...activity, id: '2', title: `Trueque ${ADDRESS}` },
          entries: [entry],
          attendeeCount: 1,
          waitingCount: 0,
        },
      ],
      unsubscribeUrl,
      place,
    ),
  ],
  gatheredEmail: () => {
    const all = Object.values<DigestItem[]>(items).flat();
    return [
      all.slice(0, 2),
      all,
      Array.from({ length: 60 }, () => all)
        .flat()
        .slice(0, 60),
    ].map(gathered);
  },
};

export const ofReports: Examples<typeof reportMails> = {
  bannedEmail: () =>
    [['spam', 'datos'] as const, []].map(reported =>
      reportMails.bannedEmail(rosa, {
        text: 'Revisamos los reportes.',
        reason: 'Aquí no se vende.',
        reported,
      }),
    ),
};

const collective = { name: `Guardianas ${ADDRESS}`, slug: 'guardianas' };
const found = { ...activity, collective, sought: null };
const sought = { ...activity, collective: null, sought: `«${ADDRESS}»` };
export const ofFollowers: Examples<typeof followerMails> = {
  newActivityEmail: () =>
    [found, sought].map(one => followerMails.newActivityEmail(rosa, one, unsubscribeUrl, place)),
  newsDigestEmail: () =>
    [[found], [sought], [found, found], [sought, sought], [found, sought]].map(listed =>
      followerMails.newsDigestEmail(rosa, listed, unsubscribeUrl, place),
    ),
};

export const ofCollectives: Examples<typeof handOverMails> = {
  handOverEmail: () => [handOverMails.handOverEmail(rosa, collective, publicUrl)],
};
export const ofTeams: Examples<typeof teamMails> = {
  invitationEmail: () =>
    (['collective', 'activity'] as const).flatMap(kind =>
      (['owner', 'organizer', 'door'] as const).map(role =>
        teamMails.invitationEmail(
          {
            email: rosa.email,
            role,
            team: { kind, name: `Río ${ADDRESS}`, date: kind === 'activity' ? activity.date : null },
            url: `${publicUrl}/invitacion?token=x`,
          },
          place,
        ),
      ),
    ),
};
const heldMail = {
  subject: 'Mensaje de quien organiza',
  text: `Minga\n\nTraigan capa. ${publicUrl}/actividades/1`,
  unsubscribeUrl,
  replyTo: null,
};
export const ofOverflow: Examples<typeof overflowMails> = {
  overflowEmail: () => [
    overflowMails.overflowEmail(rosa.email, [heldMail], { publicUrl, siteName: 'Minga' }),
    overflowMails.overflowEmail(rosa.email, [heldMail, { ...heldMail, unsubscribeUrl: null }], {
      publicUrl,
      siteName: 'Minga',
    }),
  ],
};

export const ofOperations: Examples<typeof operationMails> = {
  testEmail: () => [operationMails.testEmail(rosa, publicUrl)],
};

export const ofWebhooks: Examples<typeof webhookMails> = {
  switchedOffEmail: () => [
    webhookMails.switchedOffEmail(rosa, { ...collective, host: 'recibe.example.org' }, publicUrl),
  ],
};
export const ofPushes: Examples<typeof pushMails> = {
  fallbackEmail: () =>
    [activity, null].map(reminded =>
      pushMails.fallbackEmail(
        rosa,
        {
          message: `«Minga ${ADDRESS}» es mañana.`,
          activity: reminded,
          calendar: reminded === null ? [] : [calendar],
        },
        place,
      ),
    ),
};
