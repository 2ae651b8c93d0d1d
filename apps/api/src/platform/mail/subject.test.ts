import { describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { activitySubject, cutAtWord } from './subject.ts';

const NOW = new Date('2026-11-21T17:00:00.000Z');
const FRIDAY = new Date('2026-11-27T20:00:00.000Z');
const going = { what: 'Vas', plain: 'Vas a una actividad' };
const site = (timeZone = 'America/Bogota', now = NOW) => ({
  settings: readSettings({ APP_TIME_ZONE: timeZone }),
  clock: () => now,
});

const subjectOf = (title: string | null, { date = FRIDAY, what = going.what, isFirst = false } = {}) =>
  activitySubject({ ...going, what }, { title, date, isFirst }, site());

describe('activitySubject', () => {
  it('says what, which and when', () => {
    expect(subjectOf('Visita a los abuelos')).toBe('Vas: Visita a los abuelos · vie 27 nov, 3:00 p. m.');
  });

  it('has no title that other people wrote if it must not', () => {
    expect(subjectOf(null)).toBe('Vas a una actividad · vie 27 nov, 3:00 p. m.');
  });

  it('says that the date is the first of several', () => {
    expect(subjectOf('Visita', { isFirst: true })).toBe('Vas: Visita · desde vie 27 nov, 3:00 p. m.');
  });

  it.each([
    ['America/Bogota', '2026-12-05T14:00:00.000Z', 'sáb 5 dic, 9:00 a. m.'],
    ['America/Bogota', '2026-12-06T05:00:00.000Z', 'dom 6 dic, 12:00 a. m.'],
    ['America/Bogota', '2026-12-06T17:05:00.000Z', 'dom 6 dic, 12:05 p. m.'],
    ['America/Bogota', '2027-01-01T04:59:00.000Z', 'jue 31 dic, 11:59 p. m.'],
    ['America/Bogota', '2027-01-01T05:00:00.000Z', 'vie 1 ene 2027, 12:00 a. m.'],
    ['Europe/Madrid', '2026-12-31T23:00:00.000Z', 'vie 1 ene 2027, 12:00 a. m.'],
    ['Asia/Kathmandu', '2025-09-02T18:20:00.000Z', 'mié 3 sep 2025, 12:05 a. m.'],
  ])('in %s %s is %s', (timeZone, date, when) => {
    const about = { title: 'Siembra', date: new Date(date) };
    expect(activitySubject(going, about, site(timeZone))).toBe(`Vas: Siembra · ${when}`);
  });

  it('separates a question and a sentence from the title by a space', () => {
    expect(subjectOf('Siembra', { what: '¿Cómo te fue?' })).toMatch(/^¿Cómo te fue\? Siembra · /);
    expect(subjectOf('Siembra', { what: 'Traigan agua.' })).toMatch(/^Traigan agua\. Siembra · /);
  });

  const long =
    'Siembra de árboles nativos y limpieza de la quebrada con los vecinos de La Esmeralda y amigos';

  it.each([
    ['of 90 characters', going.what, long],
    ['after a long text of an organiser', long, long],
    ['after a long text of an organiser, if it is short', long, 'Minga'],
    ['of one long word', going.what, 'a'.repeat(90)],
    ['in quotes', going.what, `Cine «${long}»`],
    ['of emoji', going.what, '👩🏽‍🌾'.repeat(60)],
    ['of emoji, in another year', 'Ya no cuentan tus horas', '👩🏽‍🌾'.repeat(60)],
  ])('cuts a title %s so that the date is shown', (_, what, title) => {
    for (const date of [FRIDAY, new Date('2027-11-30T17:30:00.000Z')]) {
      const subject = subjectOf(title, { what, date });
      expect([...new Intl.Segmenter('es').segment(subject)].length).toBeLessThanOrEqual(79);
      expect(subject).toMatch(/ · (vie 27 nov|mar 30 nov 2027), \d+:\d\d p\. m\.$/);
      expect(subject).toContain('…');
    }
  });

  it('keeps what happened and the start of both texts', () => {
    expect(subjectOf(long, { what: 'Se canceló' })).toBe(
      'Se canceló: Siembra de árboles nativos y limpieza de… · vie 27 nov, 3:00 p. m.',
    );
    expect(subjectOf('Minga de la huerta', { what: 'Traigan botas y ropa para cambiarse después' })).toBe(
      'Traigan botas y ropa para… Minga de la huerta · vie 27 nov, 3:00 p. m.',
    );
  });
});

describe('cutAtWord', () => {
  it.each([
    ['Siembra en el cerro', 19, 'Siembra en el cerro'],
    ['Siembra en el cerro', 18, 'Siembra en el…'],
    ['Siembra en el cerro', 14, 'Siembra en el…'],
    ['Siembra, en el cerro', 10, 'Siembra…'],
    ['Minga: «La huerta de todos»', 23, 'Minga: «La huerta de…»'],
    ['Mingas «huerta comunitaria»', 12, 'Mingas…'],
    ['Anticonstitucionalmente hoy', 10, 'Anticonst…'],
    ['🌱🌱🌱🌱', 3, '🌱🌱…'],
    ['👩🏽‍🌾👩🏽‍🌾👩🏽‍🌾👩🏽‍🌾', 3, '👩🏽‍🌾👩🏽‍🌾…'],
  ])('%s at %i is %s', (text, length, cut) => {
    expect(cutAtWord(text, length)).toBe(cut);
  });
});
