import { describe, expect, it } from 'vitest';
import { englishWords } from '../test/english-words.ts';

describe('englishWords', () => {
  it.each([
    ['Loading…', 'Loading'],
    [
      'Invalid input: expected string, received undefined',
      'Invalid input expected string received undefined',
    ],
    ["body must have required property 'title'", 'body must have required property title'],
    ['Not Found', 'Not Found'],
    ['FST_ERR_CTP_EMPTY: Body cannot be empty', 'Body cannot empty'],
    ['Please fill in this field.', 'Please in this field'],
    ['Close', 'Close'],
    ['Página 2 of 3', 'of'],
    ['You don’t have permission', "You don't have"],
  ])('finds the English words in: %s', (text, words) => {
    expect(englishWords(text).join(' ')).toBe(words);
  });

  it.each([
    'Error al cargar las actividades: no hay conexión. Intenta de nuevo.',
    'Se encontraron 2 error(es)',
    'Total de Cuentas · Super Admins · Email · Admin · PROMO · FINALIZADA',
    'Usa la red de tu casa; son las once, come algo y date un respiro con tus manos en la masa.',
    'Sin título, sin fecha. ¿Vas a ir? ¡Sí! Es un plan social, real y normal; el actual local central.',
    'Escríbenos a the.team@example.org o entra a https://minga.example.org/loading/not-found?next=1',
    'PUBLIC_URL no es una dirección web. Ejecuta «npm run create-superadmin».',
    '«removeImage» debe ser «true» o «false»',
    'Descarga asistentes-list.csv o abre /tasks/buscar?view=all en Google Calendar',
    'sábado, 5 de diciembre de 2026, 9:00 a. m. en el Cerro de la Eme',
  ])('finds none in: %s', text => {
    expect(englishWords(text)).toEqual([]);
  });
});
