import { NO_LOCATION } from '../../src/modules/activities/rules.ts';
import type { Email } from '../../src/platform/mail/email.ts';
import { readSettings } from '../../src/settings.ts';

type Names<Mails> = {
  [Name in keyof Mails]: Mails[Name] extends (...parts: never[]) => Promise<Email> ? Name : never;
}[keyof Mails];

/** Examples of every e-mail of a module, which differ by subject: an e-mail without an example fails the type check. */
export type Examples<Mails> = Record<Names<Mails>, () => Promise<Email>[]>;

/** In each text of users: no e-mail may make a link of it. */
export const ADDRESS = 'ganga.lat';
export const publicUrl = 'https://minga.example.org';
export const place = {
  publicUrl,
  settings: readSettings({}),
  clock: () => new Date('2026-12-01T12:00:00.000Z'),
};
export const url = `${publicUrl}/mi-asistencia?token=x`;
export const unsubscribeUrl = `${publicUrl}/dejar-correos?token=x`;
export const email = 'rosa@example.org';
export const rosa = {
  email,
  username: `Rosa ${ADDRESS}`,
  name: `Rosa ${ADDRESS}`,
  companions: 2,
  claimed: `Cocina, 2 de ${ADDRESS}`,
  isConfirmed: true,
};
export const activity = {
  ...NO_LOCATION,
  id: '1',
  title: `Minga ${ADDRESS}`,
  date: new Date('2026-12-05T14:00:00.000Z'),
  place: `Casa ${ADDRESS}`,
  endDate: new Date('2026-12-05T17:00:00.000Z'),
  directions: `La casa azul: ${ADDRESS}.`,
  chatUrl: 'https://chat.example.org/grupo',
};
export const coded = { id: '1', code: Buffer.alloc(16) };
export const calendar = { name: 'actividad.ics', type: 'text/calendar', content: '' };
export const links = [
  { personalUrl: null, refusalUrl: null, unsubscribeUrl },
  { personalUrl: url, refusalUrl: null, unsubscribeUrl },
  { personalUrl: url, refusalUrl: url, unsubscribeUrl },
];
export const announcement = {
  ...activity,
  activityId: '1',
  oldDate: new Date('2026-12-06T14:00:00.000Z'),
  oldPlace: `La Maloca ${ADDRESS}`,
};
