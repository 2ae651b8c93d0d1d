import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { listText, personText } from './whatsapp-texts.ts';

const event = { title: 'Siembra', date: '2099-12-05T14:00:00.000Z', place: 'Parque Caldas' };
const when = 'sábado, 5 de diciembre de 2099, 9:00 a. m., en Parque Caldas';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const now = new Date('2099-12-01T14:00:00.000Z');

test.each([
  [{}, `Hola, Ana. Te esperamos en «Siembra»: ${when}.`],
  [
    { status: 'waiting' as const },
    `Hola, Ana. Sigues en la lista de espera de «Siembra» (${when}). Te escribo si se libera un cupo.`,
  ],
  [
    { status: 'offered' as const, offerExpiresAt: '2099-12-01T23:00:00.000Z' },
    `Hola, Ana. Hay un cupo para ti en «Siembra» (${when}). Te lo guardo hasta las 6:00 p. m. ¿Vienes?`,
  ],
  [
    { askedAgainAt: '2099-12-04T23:00:00.000Z' },
    `Hola, Ana. ¿Sigues viniendo a «Siembra» (${when})? Si no puedes, tu cupo le sirve a otra persona.`,
  ],
])('to a participant with %j', (values, text) => {
  expect(plain(personText(aParticipant(1, { name: 'Ana', ...values }), event, now))).toBe(text);
});

test('the list names those with a place, and counts the others', () => {
  const people = [
    aParticipant(1, { name: 'Ana', companions: 2 }),
    aParticipant(2, { name: 'Luz' }),
    aParticipant(3, { status: 'waiting', position: 1 }),
  ];
  expect(plain(listText(people, 3, event))).toBe(`*Siembra*\n${when}\n\n1. Ana (+2)\n2. Luz\n\nEn espera: 1`);
  expect(plain(listText(people.slice(0, 2), 7, { ...event, place: '' }))).toBe(
    `*Siembra*\n${when.replace(', en Parque Caldas', '')}\n\n1. Ana (+2)\n2. Luz\n… y 5 más`,
  );
  const many = Array.from({ length: 200 }, (_, index) => aParticipant(index));
  expect(listText(many, 200, event).split('\n').at(-1)).toBe('… y 50 más');
});
