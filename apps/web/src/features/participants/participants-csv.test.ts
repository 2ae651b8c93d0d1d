import type { Question } from '@minga/contract/questions';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { aNeed } from '../../../test/need.ts';
import { aParticipant } from '../../../test/participant.ts';
import { participantsCsv } from './participants-csv.ts';

const nothingAsked = { questions: [], needs: [] };

const csv = (name: string, email = 'ana@example.org') =>
  participantsCsv([aParticipant(1, { name, email })], nothingAsked);

test('starts with a byte order mark and the headers, with CRLF line ends', () => {
  const text = participantsCsv(
    [
      aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org' }),
      aParticipant(1, { name: 'Luz', email: 'luz@example.org' }),
    ],
    nothingAsked,
  );
  expect(text).toBe('\ufeffNombre,Correo\r\nAna Ñañez,ana@example.org\r\nLuz,luz@example.org');
});

test('has the answers of the day before if attendees were asked', () => {
  const askedAgainAt = '2026-12-04T23:00:00.000Z';
  const people = [
    aParticipant(1, { name: 'Ana', email: '', askedAgainAt, reconfirmed: true }),
    aParticipant(2, { name: 'Luz', email: '', askedAgainAt }),
    aParticipant(3, { name: 'Sol', email: '' }),
  ];
  expect(participantsCsv(people, nothingAsked)).toBe(
    '\ufeffNombre,Correo,¿Sigue viniendo?\r\nAna,,Sí\r\nLuz,,No ha respondido\r\nSol,,',
  );
});

test('leaves a missing e-mail empty', () => {
  expect(csv('Usuario eliminado', '')).toBe('\ufeffNombre,Correo\r\nUsuario eliminado,');
});

test.each<[name: string, cell: string]>([
  ['=1+1', `"'=1+1"`],
  ['+57 312', `"'+57 312"`],
  ['-5', `"'-5"`],
  ['@x', `"'@x"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋57 312', `"'＋57 312"`],
  ['－5', `"'－5"`],
  ['＠x', `"'＠x"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  // Not matched by Papa Parse's own expression.
  ['=1\n+2', `"'=1\n+2"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['"a,b"', '"""a,b"""'],
  ['Ana, Luz', '"Ana, Luz"'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['Ana=1', 'Ana=1'],
  ["O'Brien", "O'Brien"],
  [' Ana', '" Ana"'],
])('%j is the cell %s', (name, cell) => {
  expect(csv(name)).toBe(`\ufeffNombre,Correo\r\n${cell},ana@example.org`);
});

test('escapes an e-mail that starts like a formula', () => {
  expect(csv('Ana', '+ana@example.org')).toMatch(/,"'\+ana@example\.org"$/);
});

test('has a column for each question', () => {
  const [size, car] = ['01930000-0000-7000-8000-0000000000c1', '01930000-0000-7000-8000-0000000000c2'];
  const questions: Question[] = [
    { _id: size, label: '=¿Talla?', kind: 'choice', options: ['S', 'M'], required: true },
    { _id: car, label: '¿Carro?', kind: 'yesno', options: [], required: false },
  ];
  const text = participantsCsv(
    [
      aParticipant(1, { name: 'Ana', email: 'a@example.org', answers: [{ questionId: car, value: 'si' }] }),
      aParticipant(1, { name: 'Luz', email: 'l@example.org', answers: [{ questionId: size, value: 'M' }] }),
    ],
    { ...nothingAsked, questions },
  );
  expect(text.slice(1).split('\r\n')).toEqual([
    `Nombre,Correo,"'=¿Talla?",¿Carro?`,
    'Ana,a@example.org,,Sí',
    'Luz,l@example.org,M,',
  ]);
});

test('parses back unchanged', () => {
  const names = ['"a,b"', 'Línea\r\nde más', 'x;y', '\u{1f33d} maíz'];
  const text = participantsCsv(
    names.map(name => aParticipant(1, { name, email: 'a@example.org' })),
    nothingAsked,
  );
  const { data, errors } = Papa.parse<string[]>(text.slice(1));
  expect(errors).toEqual([]);
  expect(data.slice(1).map(([name]) => name)).toEqual(names);
});

test('has columns for places if there are companions or a waiting list', () => {
  const text = participantsCsv(
    [
      aParticipant(1, { companions: 2 }),
      aParticipant(2, { status: 'offered' }),
      aParticipant(3, { status: 'waiting', position: 1 }),
    ],
    nothingAsked,
  );
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'Nombre,Correo,Estado,Puesto en espera,Acompañantes',
    'Persona 1,persona.1@example.org,Con cupo,,2',
    'Persona 2,persona.2@example.org,Cupo ofrecido,,0',
    'Persona 3,persona.3@example.org,En espera,1,0',
  ]);
});

test('has a column for what is claimed where something is needed', () => {
  const needs = [aNeed({ _id: 'a' }), aNeed({ _id: 'b', name: '=Palas' })];
  const claims = [
    { needId: 'a', quantity: 1 },
    { needId: 'b', quantity: 2 },
  ];
  const people = [aParticipant(1, { name: 'Ana', email: 'ana@example.org', claims }), aParticipant(2)];
  const [head, first, second] = participantsCsv(people, { questions: [], needs }).split('\r\n');
  expect(head).toBe('\ufeffNombre,Correo,En qué ayuda y qué lleva');
  expect(first).toBe('Ana,ana@example.org,Cocina; =Palas (2)');
  expect(second).toMatch(/,$/);
});

test('has a column for phones if there are any, as text', () => {
  const people = [
    aParticipant(1, { name: 'Ana', email: '', phone: '+573001234567' }),
    aParticipant(2, { name: 'Luz', email: 'luz@example.org' }),
  ];
  expect(participantsCsv(people, nothingAsked)).toBe(
    `\ufeffNombre,Correo,Teléfono\r\nAna,,"'+573001234567"\r\nLuz,luz@example.org,`,
  );
});
