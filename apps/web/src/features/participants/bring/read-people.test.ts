import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../../../tests/cpu-time.ts';
import { readPeople } from './read-people.ts';
import type { ReadPerson } from './read-person.ts';

/** A person in one line: name | e-mail | phone | companions. */
const line = ({ name, email, phone, companions }: ReadPerson) => [name, email, phone, companions].join(' | ');
const read = (text: string) => readPeople(text).people.map(line);

const lists: readonly [kind: string, text: string, people: readonly string[], skipped: readonly string[]][] =
  [
    [
      'a numbered list with phones',
      'Lista para el sábado\n1. Doña Rosa 300 123 4567\n2) Don Luis  - 3104567890\n3- Marta Cecilia +57 (315) 222-3344\n4. ',
      [
        'Doña Rosa |  | 300 123 4567 | 0',
        'Don Luis |  | 3104567890 | 0',
        'Marta Cecilia |  | +57 (315) 222-3344 | 0',
      ],
      ['Lista para el sábado'],
    ],
    [
      'names with e-mails in every spelling',
      'Luis - luis@example.org\nAna Pérez <ANA@example.org>;\nmarta@example.org, Marta\nCorreo: jose.paz@example.org José Paz\nPaz Ñáñez (paz@example.org).',
      [
        'Luis | luis@example.org |  | 0',
        'Ana Pérez | ANA@example.org |  | 0',
        'Marta | marta@example.org |  | 0',
        'José Paz | jose.paz@example.org |  | 0',
        'Paz Ñáñez | paz@example.org |  | 0',
      ],
      [],
    ],
    [
      'rows copied from Excel, without a header',
      '1\tRosa Díaz\t3001234567\trosa@example.org\n2\tLuis Mera\t\tluis@example.org\n3\tAna\t3157778899\t\n',
      [
        'Rosa Díaz | rosa@example.org | 3001234567 | 0',
        'Luis Mera | luis@example.org |  | 0',
        'Ana |  | 3157778899 | 0',
      ],
      [],
    ],
    [
      'a table with semicolons and headers in any order',
      'Celular;Apellidos;Cédula;Nombres;Correo electrónico\n3001234567;Díaz Mera;1061234567;Rosa;rosa@example.org\n;Paz;25123456;Luis Ángel;\n',
      ['Rosa Díaz Mera | rosa@example.org | 3001234567 | 0', 'Luis Ángel Paz |  |  | 0'],
      [],
    ],
    [
      'a CSV with commas, quotes and a title',
      'Voluntarios de la huerta,,\nNombre,Teléfono,Acompañantes\n"Pérez, Juan",300 123 4567,2\nLuz,,\n',
      ['Pérez, Juan |  | 300 123 4567 | 2', 'Luz |  |  | 0'],
      ['Voluntarios de la huerta'],
    ],
    [
      'bullets and pictures',
      '• Rosa 🌱\n- Luis (con su hijo)\n* Ana y 2 más\n✅ Marta\n1️⃣ Pedro\n– Sofía 🙋🏽‍♀️',
      [
        'Rosa |  |  | 0',
        'Luis |  |  | 1',
        'Ana |  |  | 2',
        'Marta |  |  | 0',
        'Pedro |  |  | 0',
        'Sofía |  |  | 0',
      ],
      [],
    ],
    [
      'a WhatsApp chat copied on a computer',
      '[27/11 8:01] Ana: yo voy +1\n[27/11 8:02] Luis Mera: No puedo, tengo turno\n[27/11 8:05] +57 300 123 4567: cuenten conmigo\n[27/11 8:06] Marta: ¿a qué hora es?\n[27/11 8:09] ~ Pedro: somos 3',
      ['Ana |  |  | 1', ' |  | +57 300 123 4567 | 0', 'Pedro |  |  | 2'],
      ['[27/11 8:02] Luis Mera: No puedo, tengo turno', '[27/11 8:06] Marta: ¿a qué hora es?'],
    ],
    [
      'a WhatsApp chat exported by a phone',
      '27/11/26, 8:01 a. m. - Los mensajes están cifrados\n27/11/26, 8:02 a. m. - Doña Rosa: Sí, voy con 2\n27/11/2026, 20:15 - Luis: me apunto',
      ['Doña Rosa |  |  | 2', 'Luis |  |  | 0'],
      ['27/11/26, 8:01 a. m. - Los mensajes están cifrados'],
    ],
    [
      'a column of names',
      'Rosa Díaz\r\nLuis Mera\r\n\r\nAna María Paz\r\nTotal: 3',
      ['Rosa Díaz |  |  | 0', 'Luis Mera |  |  | 0', 'Ana María Paz |  |  | 0'],
      ['Total: 3'],
    ],
    [
      'names in one line',
      'Rosa, Luis, Ana María y Marta.',
      ['Rosa |  |  | 0', 'Luis |  |  | 0', 'Ana María |  |  | 0', 'Marta |  |  | 0'],
      [],
    ],
    [
      'documents, labels and landlines',
      'Rosa Díaz CC 1.061.234.567 cel: 3001234567\nLuis Mera, C.C. 10612345 Tel. (602) 823 1234\nAna - WhatsApp 315.777.8899 - correo: ana@example.org',
      [
        'Rosa Díaz |  | 3001234567 | 0',
        'Luis Mera |  | (602) 823 1234 | 0',
        'Ana | ana@example.org | 315.777.8899 | 0',
      ],
      [],
    ],
    [
      "the product's own download",
      "\ufeffNombre,Correo,Teléfono,Estado,Puesto en espera,Acompañantes,¿Tienes celular de emergencia?\r\n'=Rosa,rosa@example.org,'+573001234567,Con cupo,,2,3109999999\r\nUsuario eliminado,,,Con cupo,,0,\r\nLuis,,,En espera,1,0,No\r\n",
      ['=Rosa | rosa@example.org | +573001234567 | 2', 'Luis |  |  | 0'],
      ['Usuario eliminado Con cupo 0'],
    ],
    [
      'surnames and names in columns of their own, without a header',
      'Pérez, Ana, ana@x.co\nGómez, Luis, luis@x.co\nPérez, Luz, 3001234567',
      ['Pérez Ana | ana@x.co |  | 0', 'Gómez Luis | luis@x.co |  | 0', 'Pérez Luz |  | 3001234567 | 0'],
      [],
    ],
    [
      'names with signs of their own, after a title',
      'Nombre completo\n<b>x</b>\n"Nena" Díaz\n*Rosa*\nAna <ana@x.co>\n«Ana» <luz@x.co',
      [
        '<b>x</b> |  |  | 0',
        '"Nena" Díaz |  |  | 0',
        'Rosa |  |  | 0',
        'Ana | ana@x.co |  | 0',
        '«Ana» | luz@x.co |  | 0',
      ],
      ['Nombre completo'],
    ],
    [
      'a quotation mark at the start of a cell',
      '"Nena Díaz;3001234567\nLuis "Lucho" Paz;3109876543',
      ['Nena Díaz |  | 3001234567 | 0', 'Luis "Lucho" Paz |  | 3109876543 | 0'],
      [],
    ],
    [
      'contacts without a name, which the organiser completes',
      '3001234567\nluis@example.org',
      [' |  | 3001234567 | 0', ' | luis@example.org |  | 0'],
      [],
    ],
    [
      'numbers before names and a total within the list',
      '1 Rosa\n2 Luis +1\n3 Ana Paz 3 acompañantes\nTotal 5',
      ['Rosa |  |  | 0', 'Luis |  |  | 1', 'Ana Paz |  |  | 3'],
      ['Total 5'],
    ],
  ];

test.each(lists)('%s', (_, text, people, skipped) => {
  expect([read(text), readPeople(text).skipped]).toEqual([people, skipped]);
});

test.each([
  ['Rosa y 3 acompañantes', 'Rosa', 3],
  ['Rosa + 3', 'Rosa', 3],
  ['Rosa +3', 'Rosa', 3],
  ['Rosa (+ 3 personas)', 'Rosa', 3],
  ['Rosa (3 acompañantes)', 'Rosa', 3],
  ['Rosa - 3 acompañantes', 'Rosa', 3],
  ['Rosa, acompañantes: 3', 'Rosa', 3],
  ['Rosa (acompañantes 3)', 'Rosa', 3],
  ['Rosa con 2 niños', 'Rosa', 2],
  ['Rosa con dos niños', 'Rosa', 2],
  ['Rosa con sus 2 hijos', 'Rosa', 2],
  ['Rosa con sus dos nietas', 'Rosa', 2],
  ['Rosa y un niño', 'Rosa', 1],
  ['Rosa e hija', 'Rosa e hija', 0],
  ['Rosa con su hija', 'Rosa', 1],
  ['Rosa y acompañante', 'Rosa', 1],
  ['Rosa con 2', 'Rosa', 2],
  ['Rosa y 2 más', 'Rosa', 2],
  ['Rosa (2 personas)', 'Rosa', 1],
  ['Rosa Niño', 'Rosa Niño', 0],
  ['José y 2 amigos', 'José', 2],
  ['Rosa con 14 personas más', 'Rosa', 14],
  ['Los 4 amigos', 'Los 4 amigos', 0],
  ['Panadería Dos Hermanas', 'Panadería Dos Hermanas', 0],
  ['Rosa + 57 300 123 4567', 'Rosa', 0, '+ 57 300 123 4567'],
  ['Rosa 300 123 4567 (3 acompañantes)', 'Rosa', 3, '300 123 4567'],
  ['Rosa 3001234567 3 acompañantes', 'Rosa', 3, '3001234567'],
  ['Rosa 2 niños 3001234567', 'Rosa', 2, '3001234567'],
  ['Rosa con 2 niños - 300 123 4567', 'Rosa', 2, '300 123 4567'],
  ['Nombre;Celular\nRosa (3 acompañantes);3001234567', 'Rosa', 3, '3001234567'],
  ['Nombre;Acompañantes\nRosa y 2 más;1', 'Rosa y 2 más', 1],
  ['Rosa 3104567890 - 2', 'Rosa', 2, '3104567890'],
  ['1. Rosa - 310 456 78 90 – 2', 'Rosa', 2, '310 456 78 90'],
  ['Rosa 3104567890, 2', 'Rosa', 2, '3104567890'],
  ['Rosa 3104567890 (2)', 'Rosa', 2, '3104567890'],
  ['Rosa 3104567890 +2', 'Rosa', 2, '3104567890'],
  ['Rosa 3104567890 2', 'Rosa', 2, '3104567890'],
  ['Rosa 3104567890 - 2 personas', 'Rosa', 1, '3104567890'],
  ['Rosa +2 3104567890', 'Rosa', 2, '3104567890'],
  ['Rosa (2) 3104567890', 'Rosa', 2, '3104567890'],
  ['Rosa - 2 - 3104567890', 'Rosa', 2, '3104567890'],
  ['Rosa +57 310 456 7890 - 9', 'Rosa', 9, '+57 310 456 7890'],
  ['Rosa +34 612 345 678 - 2', 'Rosa', 2, '+34 612 345 678'],
  ['Rosa +39 312 345 6789', 'Rosa', 0, '+39 312 345 6789'],
  ['Rosa 8231234 - 2', 'Rosa', 2, '8231234'],
  ['Rosa 8231234 (2)', 'Rosa', 2, '8231234'],
  ['Rosa (602) 823 - 1234', 'Rosa', 0, '(602) 823 - 1234'],
  ['Rosa 310456789 - 2', 'Rosa', 2, '310456789'],
  ['Rosa 3104567890 - 3117654321', 'Rosa', 0, '3104567890'],
  ['Rosa 8231234 - 8235678', 'Rosa', 0, '8231234'],
  ['Rosa 1061234567 3104567890', 'Rosa', 0, '3104567890'],
  ['Rosa 3104567890 - 45', 'Rosa - 45', 0, '3104567890'],
  ['1 3104567890 Rosa', 'Rosa', 0, '3104567890'],
  ['Rosa - 2', 'Rosa', 2],
  ['Rosa (2)', 'Rosa', 2],
  ['Rosa - 2 personas', 'Rosa', 1],
  ['Rosa 2', 'Rosa 2', 0],
  ['Rosa 3acompañantes', 'Rosa', 3],
  ['Rosa, tres acompañantes', 'Rosa', 3],
  ['Rosa dos acompañantes 3104567890', 'Rosa', 2, '3104567890'],
  ['Rosa\t3104567890\t3 acompañantes', 'Rosa', 3, '3104567890'],
  ['Rosa\t3104567890\tcon su hija', 'Rosa', 1, '3104567890'],
  ['Rosa\t3104567890 - 2', 'Rosa', 2, '3104567890'],
  ['Rosa;3104567890;+3\nLuis;;', 'Rosa', 3, '3104567890'],
  ['Nombre;Celular\nRosa;3104567890 - 2', 'Rosa', 2, '3104567890'],
  ['Nombre;Vereda\nRosa 3104567890 - 2;Quintana', 'Rosa', 2, '3104567890'],
  ['Nombre;Acompañantes\nRosa;3 acompañantes', 'Rosa', 3],
  ['Nombre;Acompañantes\nRosa;dos', 'Rosa', 2],
  ['Nombre;Acompañantes\nRosa;con 2 hijos', 'Rosa', 2],
  ['Nombre;Acompañantes\nRosa;ninguno', 'Rosa', 0],
])('companions of «%s»', (text, name, companions, phone = '') => {
  expect(readPeople(text).people[0]).toMatchObject({ name, email: '', phone, companions });
});

test('what has no field here is left to the organiser, by row and by column', () => {
  expect(
    readPeople(
      'Nombre;Cédula;Celular;Acompañantes\nRosa;1061234567;3001234567 / 3109876543;varios\nLuis;25123456;;0',
    ),
  ).toEqual({
    people: [
      { name: 'Rosa', email: '', phone: '3001234567', companions: 0, leftOut: '3109876543, varios' },
      { name: 'Luis', email: '', phone: '', companions: 0 },
    ],
    skipped: [],
    unread: ['Cédula'],
  });
  expect(readPeople('Rosa CC 1061234567 cel 3001234567').people[0]?.leftOut).toBe('CC 1061234567');
});

test('a number beside an e-mail is that of companions', () => {
  expect(read('Rosa - rosa@example.org - 2\nLuis 3104567890 - 3 - luis@example.org')).toEqual([
    'Rosa | rosa@example.org |  | 2',
    'Luis | luis@example.org | 3104567890 | 3',
  ]);
});

test('a name that ends like a label after a letter of its own stays whole', () => {
  expect(readPeople('1. Ana Ñti 3001234567\n2. Luis Ócel 3007654321').people).toMatchObject([
    { name: 'Ana Ñti', phone: '3001234567' },
    { name: 'Luis Ócel', phone: '3007654321' },
  ]);
});

const name = fc.stringMatching(/^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{2,9}( [A-ZÁÉÍÓÚÑ][a-záéíóúñ]{2,9}){0,2}$/u);
const person = fc.record({
  name: name.filter(
    one => !/(^| )(Total|Lista|Gracias|Tel|Cel|Correo|Nombre|Mail|Movil|Doc|Wpp|Wsp)/i.test(one),
  ),
  email: fc.option(fc.stringMatching(/^[a-z]{2,8}@[a-z]{2,8}\.org$/), { nil: '' }),
  phone: fc.option(fc.stringMatching(/^3\d{9}$/), { nil: '' }),
});

test('people with a contact are read from every way to write them', () => {
  const styles: readonly ((one: { name: string; email: string; phone: string }, at: number) => string)[] = [
    ({ name, email, phone }, at) => `${at + 1}. ${name} ${phone} ${email}`,
    ({ name, email, phone }) => `• ${name} - ${email} - ${phone}`,
    ({ name, email, phone }) => `${name}\t${email}\t${phone}`,
    ({ name, email, phone }) => `${name};${phone};${email}`,
  ];
  fc.assert(
    fc.property(
      fc.array(
        person.filter(({ email, phone }) => email !== '' || phone !== ''),
        { minLength: 2, maxLength: 30 },
      ),
      fc.constantFrom(...styles),
      (people, style) => {
        expect(readPeople(people.map(style).join('\n')).people).toEqual(
          people.map(one => ({ ...one, companions: 0 })),
        );
      },
    ),
  );
});

test('any text is read in linear time and without an error', () => {
  fc.assert(fc.property(fc.string({ maxLength: 500, unit: 'binary' }), text => void readPeople(text)));
  const duration = cpuTimeOf(() => {
    readPeople(`Rosa${' '.repeat(100_000)}x`);
    readPeople(`Rosa ${'3104567890 - '.repeat(20_000)}`);
    readPeople('1. '.repeat(20_000) + '3 0 0 '.repeat(20_000) + '@'.repeat(20_000));
  });
  expect(duration).toBeLessThan(3000);
});
