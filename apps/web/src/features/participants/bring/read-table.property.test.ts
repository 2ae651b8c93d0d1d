import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import { participantsTable } from '../participants-csv.ts';
import { readPeople } from './read-people.ts';
import { readTable } from './read-table.ts';

const TITLES = {
  name: 'Nombre|Nombres|Nombre completo|Nombre y apellido|Nombres y apellidos|Apellidos y nombres|Participante|Persona|Asistente|Voluntaria|Name|Full name|¿Quién viene?|Invitado especial',
  email:
    'Correo|Correos|Correo electrónico|Dirección de correo electrónico|Email|E-mail|E-Mail address|Mail|Correo-e|Tu correo|Correo (Gmail)',
  phone:
    'Teléfono|Teléfonos|Tel|Tel.|Telf.|Celular|Cel|Cel.|Móvil|Número de celular|Número de teléfono|N.º de teléfono|Nº celular|No. de contacto|Teléfono celular|Teléfono móvil|Teléfono o celular|Celular / WhatsApp|WhatsApp|Whats App|Contacto|Número de contacto|Phone|Phone number|Mobile phone|Cell|Teléfono 1',
  companions:
    'Acompañantes|Acompañante|Número de acompañantes|Cantidad de acompañantes|¿Cuántos acompañantes?|N.º de acompañantes|Invitados|Companions|Guests|Número de invitados',
} as const;
type Field = keyof typeof TITLES;
const FIELDS = Object.keys(TITLES) as Field[];

const unaccented = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
const asWritten = fc.constantFrom<(text: string) => string>(
  text => text,
  text => text.toUpperCase(),
  text => text.toLowerCase(),
  unaccented,
  text => ` ${unaccented(text).toLowerCase()}: `,
);
const titleOf = (field: Field) =>
  fc.tuple(fc.constantFrom(...TITLES[field].split('|')), asWritten).map(([title, write]) => write(title));

const sometimes = <T extends string>(text: fc.Arbitrary<T>) => fc.oneof(text, text, fc.constant(''));
const person = fc.record({
  name: fc.stringMatching(/^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{3,9}( [A-ZÁÉÍÓÚÑ][a-záéíóúñ]{3,9}){0,3}$/u),
  email: sometimes(fc.stringMatching(/^[a-z]{2,8}@[a-z]{2,8}\.(org|co)$/)),
  phone: sometimes(
    fc.oneof(
      fc.stringMatching(/^3\d{9}$/),
      fc.stringMatching(/^3\d{2} \d{3} \d{4}$/),
      fc.stringMatching(/^\+573\d{9}$/),
      fc.stringMatching(/^602\d{7}$/),
    ),
  ),
  companions: sometimes(fc.integer({ min: 0, max: 10 }).map(String)),
});

const table = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 8 }),
  order: fc.shuffledSubarray(FIELDS, { minLength: 2 }).filter(order => order.includes('name')),
  titles: fc.record({
    name: titleOf('name'),
    email: titleOf('email'),
    phone: titleOf('phone'),
    companions: titleOf('companions'),
  }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n'),
});
const UNKNOWN = /quien viene|invitado especial/i;
/** A table in which some title says what a person is. */
const known = table.filter(
  ({ order, titles }) =>
    order.some(field => field === 'email' || field === 'phone') || !UNKNOWN.test(unaccented(titles.name)),
);

test('a phone, an e-mail, a name and companions come back from a table with any of the usual titles', () => {
  fc.assert(
    fc.property(known, ({ people, order, titles, delimiter, newline }) => {
      const rows = [order.map(field => titles[field]), ...people.map(one => order.map(field => one[field]))];
      const expected = people.map(one => ({
        name: one.name,
        email: order.includes('email') ? one.email : '',
        phone: order.includes('phone') ? one.phone : '',
        companions: order.includes('companions') ? Number(one.companions) : 0,
      }));
      const pasted = Papa.unparse(rows, { delimiter, newline });
      expect([readPeople(pasted), readTable(rows)]).toEqual(
        [1, 2].map(() => ({ people: expected, skipped: [], unread: [] })),
      );
    }),
    { numRuns: 400 },
  );
});

test('every title is known by itself, also after those of a download', () => {
  for (const title of TITLES.phone.split('|'))
    for (const header of [`Nombre,Correo,${title}`, `nombre\tcorreo\t${title}`, `${title};Nombre;Correo`]) {
      const delimiter = header.replace(/[^,;\t]/g, '').charAt(0);
      const row = header
        .split(delimiter)
        .map(cell => ({ nombre: 'Luis', correo: '' })[cell.toLowerCase()] ?? '3109876543');
      expect([header, readPeople(`${header}\n${row.join(delimiter)}`).people]).toEqual([
        header,
        [{ name: 'Luis', email: '', phone: '3109876543', companions: 0 }],
      ]);
    }
});

const word = fc.stringMatching(/^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{3,9}$/u);
const cell = fc.oneof(
  word,
  fc.tuple(word, word).map(words => words.join(' ')),
  fc.stringMatching(/^3\d{9}$/),
  fc.stringMatching(/^10\d{8}$/),
  fc.stringMatching(/^[a-z]{3,8}@[a-z]{3,8}\.org$/),
  fc.tuple(fc.stringMatching(/^3\d{9}$/), fc.stringMatching(/^3\d{9}$/)).map(phones => phones.join(' / ')),
  fc.tuple(word, fc.stringMatching(/^3\d{9}$/)).map(both => both.join(' ')),
  fc.constant(''),
);
const header = fc.constantFrom(
  [],
  ['Nombre', 'Correo', 'Celular', 'Teléfono fijo'],
  ['Nombre', 'Apellidos', 'Celular', 'Vereda'],
  ['Nombre', 'Correo', 'Acompañantes', 'Notas'],
  ['Correo', 'Persona', 'Contacto', ''],
);

test('nothing of a row vanishes without a word, whatever stands in its cells', () => {
  fc.assert(
    fc.property(
      header,
      fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(';', '\t'),
      (header, rows, delimiter) => {
        const text = [...(header.length > 0 ? [header] : []), ...rows]
          .map(row => row.join(delimiter))
          .join('\n');
        const list = readPeople(text);
        const shown = [
          ...list.people.flatMap(one => [one.name, one.email, one.phone, one.leftOut]),
          ...list.skipped,
        ].join(' ');
        const unread = new Set(list.unread);
        const typed = rows.flatMap(row =>
          row
            .filter((_, at) => !unread.has(header[at] ?? ''))
            .join(' ')
            .split(/[ /]+/),
        );
        expect([text, typed.filter(one => !shown.includes(one))]).toEqual([text, []]);
      },
    ),
    { numRuns: 400 },
  );
});

test('a question of an activity that asks for a contact is no column of the list that is imported again', () => {
  const titles = Object.values(TITLES).flatMap(all => all.split('|'));
  for (const label of titles) {
    const asked = {
      needs: [],
      questions: [{ _id: 'q', kind: 'text', label, isRequired: false, options: [] } as never],
    };
    const row = {
      ...aParticipant(1, { name: 'Rosa', email: '' }),
      answers: [{ questionId: 'q', value: '3109999999' }],
    };
    const { fields, data } = participantsTable([row], asked);
    expect([label, readTable([fields, ...data]).people]).toEqual([
      label,
      [{ name: 'Rosa', email: '', phone: '', companions: 0 }],
    ]);
  }
});
