import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { anActivity, signedIn } from '../../../../test/factories.ts';
import { type CalendarPart, parseCalendar } from '../../../../test/parse-calendar.ts';
import { activities } from '../schema.ts';

const app = await testApp({ MAIL_FROM: 'Minga <hola@minga.example>' });
const madrid = await testApp({ APP_TIME_ZONE: 'Europe/Madrid' });
const aliasZone = await testApp({ APP_TIME_ZONE: 'America/Buenos_Aires' });
const offsetZone = await testApp({ APP_TIME_ZONE: '-05:00' });
const { db } = app.platform;

function part(calendar: CalendarPart, name: string): CalendarPart {
  const [found, ...more] = calendar.parts.filter(each => each.name === name);
  if (found === undefined || more.length > 0) throw new Error(`not one ${name}`);
  return found;
}

async function entryOf(id: string, from = app) {
  const reply = await from.inject(`/actividades/${id}.ics`);
  expect(reply.statusCode).toBe(200);
  const calendar = parseCalendar(reply.body);
  return { reply, calendar, ...part(calendar, 'VEVENT') };
}

describe('/actividades/{id}.ics', () => {
  it('describes the activity as an iCalendar event', async () => {
    const { user } = await signedIn(db, { username: 'Luz "la Mona"; ^Díaz' });
    const { id } = await anActivity(db, {
      ownerId: user.id,
      title: 'Siembra en el Cerro, con niños',
      description: 'Traer agua.\nY gorra.',
      place: 'Cerro de la Eme',
      responsible: ['Ana', 'Luis'],
      revision: 4,
    });
    const { reply, calendar, properties } = await entryOf(id);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="siembra-en-el-cerro-con-ninos.ics"',
      'cache-control': 'public, max-age=300',
    });
    expect(calendar.properties).toEqual({
      VERSION: '2.0',
      PRODID: '-//Minga//Actividades//ES',
      CALSCALE: 'GREGORIAN',
      METHOD: 'PUBLISH',
    });
    expect(properties).toEqual({
      UID: `${id}@minga`,
      SEQUENCE: '4',
      STATUS: 'CONFIRMED',
      DTSTAMP: '20261121T170000Z',
      'LAST-MODIFIED': '20261121T170000Z',
      'DTSTART;TZID=America/Bogota': '20261205T090000',
      'DTEND;TZID=America/Bogota': '20261205T110000',
      SUMMARY: 'Siembra en el Cerro, con niños',
      DESCRIPTION: `Traer agua.\nY gorra.\n\nResponsables: Ana, Luis\n\nhttp://localhost:3000/actividades/${id}`,
      LOCATION: 'Cerro de la Eme',
      URL: `http://localhost:3000/actividades/${id}`,
      'ORGANIZER;CN="Luz ^\'la Mona^\'; ^^Díaz"': 'mailto:hola@minga.example',
    });
    expect(reply.body).not.toContain(user.email);
    const zone = part(calendar, 'VTIMEZONE');
    expect(zone.properties.TZID).toBe('America/Bogota');
    expect(zone.parts.map(({ properties: { TZOFFSETTO } }) => TZOFFSETTO)).toEqual(['-0500']);
  });

  it('defines the daylight saving time of the zone', async () => {
    const madridDb = madrid.platform.db;
    const summer = await anActivity(madridDb, { date: new Date('2026-07-01T22:30:00.000Z') });
    const winter = await anActivity(madridDb, { date: new Date('2026-12-05T22:30:00.000Z') });
    const inSummer = await entryOf(summer.id, madrid);
    expect(inSummer.properties['DTSTART;TZID=Europe/Madrid']).toBe('20260702T003000');
    const inWinter = await entryOf(winter.id, madrid);
    expect(inWinter.properties['DTSTART;TZID=Europe/Madrid']).toBe('20261205T233000');
    const changes = part(inSummer.calendar, 'VTIMEZONE').parts;
    expect(changes.map(({ name, properties: { TZOFFSETTO } }) => [name, TZOFFSETTO])).toEqual([
      ['DAYLIGHT', '+0200'],
      ['STANDARD', '+0100'],
    ]);
  });

  it('names the zone that it defines, and uses UTC without one', async () => {
    const renamed = await entryOf((await anActivity(aliasZone.platform.db)).id, aliasZone);
    const { TZID } = part(renamed.calendar, 'VTIMEZONE').properties;
    expect(renamed.properties[`DTSTART;TZID=${TZID}`]).toBe('20261205T110000');
    const nameless = await entryOf((await anActivity(offsetZone.platform.db)).id, offsetZone);
    expect(nameless.properties.DTSTART).toBe('20261205T140000Z');
    expect(nameless.calendar.parts.map(({ name }) => name)).toEqual(['VEVENT']);
  });

  it('escapes user input', async () => {
    const title = 'a\\n;b,c:"d"\\ ✊🏽 END:VEVENT';
    const description = `1\r\nEND:VEVENT\rBEGIN:VEVENT\n\u0001\u0085${'ñandú 🎉 '.repeat(40)}\\`;
    const { id } = await anActivity(db, { title, description, place: ';,\\', responsible: [] });
    const { properties, reply } = await entryOf(id);
    expect(properties).toMatchObject({ SUMMARY: title, LOCATION: ';,\\' });
    expect(properties.DESCRIPTION).toContain(`1\nEND:VEVENT\nBEGIN:VEVENT\n${'ñandú 🎉 '.repeat(40)}\\`);
    expect(reply.headers['content-disposition']).toBe('attachment; filename="a-n-b-c-d-end-vevent.ics"');
    const nameless = await anActivity(db, { title: '日本"\r\n' });
    const { headers } = (await entryOf(nameless.id)).reply;
    expect(headers['content-disposition']).toBe('attachment; filename="actividad.ics"');
  });

  // docs/rules.md R9.4
  it('increments SEQUENCE with an edit, and is cancelled by the deletion', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    const url = `/api/tasks/${id}`;
    const before = await entryOf(id);
    const payload = { title: 'Otra', date: '2026-12-06T15:00:00.000Z' };
    app.setNow(new Date('2026-11-22T10:00:00.000Z'));
    expect((await app.put(url, payload, headers)).statusCode).toBe(200);
    const edited = await entryOf(id);
    expect(edited.properties).toMatchObject({
      UID: before.properties.UID,
      SEQUENCE: '1',
      DTSTAMP: '20261122T100000Z',
      'DTSTART;TZID=America/Bogota': '20261206T100000',
    });
    expect((await app.delete(url, headers)).statusCode).toBe(204);
    const { properties, reply } = await entryOf(id);
    expect(properties).toMatchObject({
      UID: before.properties.UID,
      SEQUENCE: '2',
      STATUS: 'CANCELLED',
      SUMMARY: 'Actividad cancelada',
      'DTSTART;TZID=America/Bogota': '20261206T100000',
    });
    expect(reply.body).not.toContain('Otra');
  });

  it('returns 304 when it has not changed', async () => {
    const { id } = await anActivity(db);
    const url = `/actividades/${id}.ics`;
    const { etag } = (await app.inject(url)).headers;
    const again = await app.get(url, { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await db.update(activities).set({ revision: 1 }).where(eq(activities.id, id));
    const changed = await app.get(url, { 'if-none-match': String(etag) });
    expect(changed.statusCode).toBe(200);
  });

  it('is 404 for a rejected, unknown or malformed id, and for one deleted while it was rejected', async () => {
    const { user, headers } = await signedIn(db);
    const rejected = { status: 'rejected', rejectionReason: 'No' } as const;
    const hidden = await anActivity(db, rejected);
    const deleted = await anActivity(db, { ...rejected, ownerId: user.id });
    await app.delete(`/api/tasks/${deleted.id}`, headers);
    for (const id of [hidden.id, deleted.id, '0197a000-0000-7000-8000-000000000000', 'uno', '%00']) {
      expect((await app.inject(`/actividades/${id}.ics`)).statusCode).toBe(404);
    }
  });
});
