import {
  ADMIN_PASSWORD_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  PHONE_MIN,
  RECOVERY_MINUTES,
  USERNAME_MAX,
  USERNAME_MIN,
  VERIFICATION_HOURS,
} from '@minga/contract/accounts';
import {
  DESCRIPTION_MAX,
  PLACE_MAX,
  PROMOTION_DAYS,
  RESPONSIBLE_MAX,
  TITLE_MAX,
} from '@minga/contract/activities';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import { TOP_ENTRIES } from '@minga/contract/administration/attendances';
import { BULK_MAX } from '@minga/contract/administration/bulk-decisions';
import { DECISION_UNDO_MINUTES, NOTE_MAX } from '@minga/contract/administration/reports';
import { USERS_PAGE_SIZE } from '@minga/contract/administration/users';
import { CHART_WEEKS } from '@minga/contract/administration/week-count';
import { CALENDARS_MAX } from '@minga/contract/calendars';
import {
  COLLECTIVE_DESCRIPTION_MAX,
  COLLECTIVE_NAME_MAX,
  COLLECTIVE_PLACE_MAX,
} from '@minga/contract/collectives';
import { ATTENDEE_NAME_MAX } from '@minga/contract/confirmation';
import { DOOR_CLOSES_DAYS, DOOR_OPENS_HOURS } from '@minga/contract/door-hours';
import { FEEDBACK_MAX } from '@minga/contract/feedback';
import { FEEDBACK_DAYS } from '@minga/contract/feedback-period';
import { HOURS_MAX, HOURS_MIN } from '@minga/contract/hours';
import { IDENTITY_MINUTES } from '@minga/contract/identity';
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_TYPES } from '@minga/contract/images';
import { LEGAL_TEXT_MAX } from '@minga/contract/legal';
import { DIRECTIONS_MAX } from '@minga/contract/location';
import { MEMORY_IMAGES_MAX, MEMORY_TEXT_MAX } from '@minga/contract/memory';
import { NEED_NAME_MAX, NEED_NOTE_MAX, NEED_QUANTITY_MAX, NEEDS_MAX } from '@minga/contract/needs';
import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import {
  CAPACITY_MAX,
  COMPANIONS_MAX,
  OFFER_HOURS,
  OFFER_NOW_MINUTES,
  OFFER_SOON_HOURS,
} from '@minga/contract/places';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import {
  ANSWER_MAX,
  ANSWERS_KEPT_DAYS,
  OPTION_MAX,
  OPTIONS_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
} from '@minga/contract/questions';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN } from '@minga/contract/reminders';
import { APPEAL_TEXT_MAX, REPORT_TEXT_MAX, REPORTS_AN_HOUR } from '@minga/contract/reports';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { RESET_HOURS, SECOND_STEP_MINUTES } from '@minga/contract/second-factor';
import { SELF_CLOSES_HOURS, SELF_OPENS_MINUTES } from '@minga/contract/self-check-in';
import { SOURCE_SLOT } from '@minga/contract/server-rendering';
import { INVITATION_DAYS, INVITATIONS_A_DAY, INVITATIONS_PER_ADDRESS } from '@minga/contract/teams';
import { EMAIL_MAX } from '@minga/contract/text';
import { RECOVERY_CODES } from '@minga/contract/totp';
import { OCCURRENCES_MAX, OCCURRENCES_MIN, SERIES_DAYS_MAX } from '@minga/contract/written-repeat';
import { imageSize } from 'image-size';
import { describe, expect, it, test } from 'vitest';
import { digits } from '../../lib/digits.ts';
import { manualFaults, manualTexts, outlineOf, readPage } from './manual-source.ts';
import { renderManual } from './render-manual.tsx';

describe('read-page', () => {
  test('headings have the ids that GitHub gives them', () => {
    const titles = [
      'Poner una contraseña nueva, si la olvidaste',
      '¿Quién ve mis datos?',
      'Wi-Fi y PC',
      'Wi-Fi y PC',
    ];
    const text = ['# Ayuda', 'Todo está aquí.', ...titles.map(title => `## ${title}`)].join('\n\n');
    expect(readPage('ayuda', text).sections.map(({ id }) => id)).toEqual([
      'poner-una-contraseña-nueva-si-la-olvidaste',
      'quién-ve-mis-datos',
      'wi-fi-y-pc',
      'wi-fi-y-pc-1',
    ]);
  });
});

describe('manual-faults', () => {
  const INDEX = `# Ayuda\n\nTodo está aquí.\n\n## Participar\n\nPara ir.\n\n- [Asistir](asistir.md): decir que vas.\n`;
  const PAGE = '# Asistir\n\nDi que vas.\n\n## Decir que sí\n\nToca.\n';

  const LISTA = new Map([['lista', '/lista.webp']]);
  /** The only picture, if the page shows it. */
  const shownIn = (more: string) => (more.includes('imagenes/lista') ? LISTA : new Map());

  /** The faults of a manual of two pages, the second of which ends with `more`. */
  function faultsOf(more: string, index = INDEX, pictures: ReadonlyMap<string, string> = new Map()) {
    const pages = [readPage('README', index), readPage('asistir', `${PAGE}\n${more}\n`)];
    return manualFaults(pages, pages[0] ? outlineOf(pages[0]) : [], pictures);
  }

  describe('the faults of the manual', () => {
    it.each([
      '[así](asistir.md#decir-que-sí)',
      '[aquí](#decir-que-s%C3%AD)',
      '[inicio](README.md#participar)',
      '[fuera](https://example.org/a)',
      '![La lista](imagenes/lista.webp)',
    ])('%s is not a fault', more => expect(faultsOf(more, INDEX, shownIn(more))).toEqual([]));

    it.each([
      ['[así](asistir.md#decir-que-no)', 'asistir.md: link asistir.md#decir-que-no'],
      ['[así](faltar.md)', 'asistir.md: link faltar.md'],
      ['[así](#nada)', 'asistir.md: link #nada'],
      ['[así](/register)', 'asistir.md: link /register'],
      ['![La lista](imagenes/otra.webp)', 'asistir.md: picture imagenes/otra.webp'],
      ['![](imagenes/lista.webp)', 'asistir.md: picture imagenes/lista.webp'],
      ['![La lista](../lista.png)', 'asistir.md: picture ../lista.png'],
    ])('%s is a fault', (more, fault) => expect(faultsOf(more, INDEX, shownIn(more))).toEqual([fault]));

    it('finds a picture that no page shows', () => {
      expect(faultsOf('', INDEX, LISTA)).toEqual(['lista.webp is unused']);
    });

    it('finds a page that the first page does not link to, and one that it links to twice', () => {
      const without = INDEX.replace('asistir.md', 'README.md');
      expect(faultsOf('', without)).toEqual(['README.md does not list asistir.md once']);
      const twice = `${INDEX}- [Asistir](asistir.md): otra vez.\n`;
      expect(faultsOf('', twice)).toEqual(['README.md does not list asistir.md once']);
    });

    it.each([
      ['HTML', '<b>no</b>', /holds HTML/],
      ['HTML in a line', 'Con <br> adentro', /holds HTML/],
    ])('%s is rejected', (_kind, more, complaint) => {
      expect(() => faultsOf(more)).toThrow(complaint);
    });

    it('a page without title and lead is rejected', () => {
      expect(() => readPage('asistir', 'Di que vas.')).toThrow(/title and a paragraph/);
      expect(() => readPage('asistir', '# Asistir\n\nToca **Asistir**.')).toThrow(/is plain/);
    });
  });
});

describe('render-manual', () => {
  const documents = renderManual(() => ({ width: 720, height: 1640 })).map(({ path, html, head }) => ({
    path,
    head,
    page: new DOMParser().parseFromString(html, 'text/html'),
  }));
  const pages = new Map(documents.map(({ path, page }) => [path, page]));

  describe.each(documents)('$path', ({ path, head, page }) => {
    it('has one title and headings in order', () => {
      const depths = [...page.querySelectorAll('h1, h2, h3')].map(({ localName }) => Number(localName[1]));
      expect(depths.filter(depth => depth === 1)).toEqual([1]);
      expect(depths.every((depth, place) => depth <= (depths[place - 1] ?? 0) + 1)).toBe(true);
      expect(head).toMatch(/<title>[^<]*Ayuda de Minga<\/title><meta name="description" content="[^"]{20,}"/);
    });

    it('has one place for the link to the source code', () => {
      expect(page.body.innerHTML.split(SOURCE_SLOT)).toHaveLength(2);
    });

    it('has no broken links', () => {
      for (const { href, id, to } of linksOf(page)) {
        if (!to.startsWith('/ayuda')) continue;
        const target = pages.get(to === '' ? path : to);
        expect([href, target !== undefined && (id === '' || target.getElementById(id) !== null)]).toEqual([
          href,
          true,
        ]);
      }
    });

    it('gives pictures a size, lazy loading and a text alternative', () => {
      for (const picture of page.querySelectorAll('img')) {
        expect(picture.alt.length).toBeGreaterThan(20);
        expect([picture.width, picture.height, picture.getAttribute('loading')]).toEqual([360, 820, 'lazy']);
      }
    });

    it('has unique ids', () => {
      const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  it('links to every page from the first', () => {
    const index = pages.get('/ayuda');
    const linked = index === undefined ? [] : linksOf(index).map(({ to }) => to);
    expect([...pages.keys()].filter(path => !linked.includes(path))).toEqual([]);
  });

  /** The app's screens, which link to the manual. */
  const screens = import.meta.glob<string>(['../../**/*.tsx', '!**/*.test.tsx', '!**/manual/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });

  it('has every page and section that the app links to', () => {
    const places = Object.values(screens).flatMap(source =>
      [...source.matchAll(/(?:<HelpLink to="|"\/ayuda\/)([^"]+)"/g)].map(([, place = '']) => place),
    );
    expect(places.length).toBeGreaterThan(4);
    for (const place of places) {
      const [name, id = ''] = place.split('#');
      const page = pages.get(`/ayuda/${name}`);
      expect([place, page !== undefined && (id === '' || page.getElementById(id) !== null)]).toEqual([
        place,
        true,
      ]);
    }
  });

  function linksOf(page: Document): { href: string; to: string; id: string }[] {
    return [...page.querySelectorAll('a')].map(link => {
      const href = link.getAttribute('href') ?? '';
      const [to = '', id = ''] = href.split('#');
      return { href, to, id };
    });
  }
});

describe('manual-words', () => {
  /** The sources of all screens, emails and error messages. */
  const sources = import.meta.glob<string>(
    [
      '../../**/*.{ts,tsx}',
      '../../../../../packages/contract/src/**/*.ts',
      '../../../../api/src/modules/**/*.{ts,tsx}',
      '!**/*.test.*',
      '!**/manual/**',
      '!**/gallery/**',
    ],
    { query: '?raw', import: 'default', eager: true },
  );

  const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
  /** Between tags, or between a tag and an expression. */
  const BETWEEN_TAGS = /[>}]([^<>{}]+)(?=[<{])/g;

  /** Templates whose only value is the site's name, in quotes and with the default name. */
  const withName = (source: string): string =>
    source.replaceAll(/`([^`\n]*)`/g, (template, text: string) => {
      const named = text.replaceAll(/\$\{(?:siteName|SITE_NAME)\}/g, 'Minga');
      return named === text || named.includes('${') ? template : `'${named}'`;
    });

  /** Complete texts of the sources: in quotes or in JSX. */
  const shown = new Set(
    Object.values(sources)
      .map(withName)
      .flatMap(source =>
        [...source.matchAll(QUOTED), ...source.matchAll(BETWEEN_TAGS)].map(([, first, second]) =>
          (first ?? second ?? '').replaceAll(/\s+/g, ' ').trim(),
        ),
      ),
  );

  const pages = [...manualTexts()].map(([name, text]) => readPage(name, text));

  describe.each(pages)('$name of the manual', ({ shownTexts }) => {
    it('quotes the screens literally: every bold text is on a screen', () => {
      expect(shownTexts.filter(text => !shown.has(text))).toEqual([]);
    });
  });

  it('finds the texts of the screens', () => {
    expect(pages.flatMap(({ shownTexts }) => shownTexts).length).toBeGreaterThan(150);
    expect(shown.has('Asistir a actividad')).toBe(true);
    expect(shown.has('Asistir a la actividad')).toBe(false);
  });
});

describe('manual-limits', () => {
  const characters = (count: number) => `${digits(count)} caracteres`;
  const megabytes = IMAGE_BYTES_MAX / 1024 ** 2;

  const stated = {
    Título: characters(TITLE_MAX),
    Descripción: characters(DESCRIPTION_MAX),
    Lugar: characters(PLACE_MAX),
    'Cómo llegar': characters(DIRECTIONS_MAX),
    'Del inicio al fin': `${DURATION_DAYS_MAX} días`,
    'Fechas de una serie': `de ${OCCURRENCES_MIN} a ${OCCURRENCES_MAX}`,
    'De la primera a la última fecha': `${SERIES_DAYS_MAX} días`,
    Cupos: `de 1 a ${digits(CAPACITY_MAX)} personas`,
    'Acompañantes por persona': String(COMPANIONS_MAX),
    'Tareas y cosas de una actividad': String(NEEDS_MAX),
    'Nombre de una tarea o cosa': characters(NEED_NAME_MAX),
    'Cantidad de cada una': `de 1 a ${digits(NEED_QUANTITY_MAX)}`,
    'Nota de una tarea o cosa': characters(NEED_NOTE_MAX),
    'Preguntas al confirmar': String(QUESTIONS_MAX),
    Pregunta: characters(QUESTION_MAX),
    'Opciones de una pregunta': `de 2 a ${OPTIONS_MAX}, de ${characters(OPTION_MAX)}`,
    Respuesta: characters(ANSWER_MAX),
    'Se guardan las respuestas': `${ANSWERS_KEPT_DAYS} días`,
    'Responsables, todos juntos': characters(RESPONSIBLE_MAX),
    Imagen: `${megabytes} MB, JPG, PNG, GIF, WebP o AVIF`,
    'Tamaño de la imagen': `${IMAGE_PIXELS_MAX / 1e6} megapíxeles`,
    'Texto de la memoria': characters(MEMORY_TEXT_MAX),
    'Fotos de la memoria': `${MEMORY_IMAGES_MAX}, de ${megabytes} MB cada una`,
    Promoción: `${PROMOTION_DAYS} días`,
    'Palabras de una búsqueda': characters(SEARCH_MAX),
    'Nombre de un colectivo': characters(COLLECTIVE_NAME_MAX),
    'Quiénes son y qué hacen': characters(COLLECTIVE_DESCRIPTION_MAX),
    'Lugar de un colectivo': characters(COLLECTIVE_PLACE_MAX),
    'Una invitación sirve': `${INVITATION_DAYS} días`,
    'Invitaciones al día': String(INVITATIONS_A_DAY),
    'Invitaciones al día a una dirección': String(INVITATIONS_PER_ADDRESS),
    'Nombre de usuario': `de ${USERNAME_MIN} a ${characters(USERNAME_MAX)}`,
    Teléfono: `de ${PHONE_MIN} dígitos a ${characters(PHONE_MAX)}`,
    Contraseña: `de ${PASSWORD_MIN} a ${characters(PASSWORD_MAX)}`,
    'Contraseña de quien administra': `de ${ADMIN_PASSWORD_MIN} a ${characters(PASSWORD_MAX)}`,
    'Correo electrónico': characters(EMAIL_MAX),
    'Enlace para verificar tu correo': `${VERIFICATION_HOURS} horas`,
    'Enlace para cambiar de correo': `${EMAIL_CHANGE_HOURS} horas`,
    'Enlace para poner otra contraseña': `${RECOVERY_MINUTES} minutos`,
    'Segundo paso al entrar': `${SECOND_STEP_MINUTES} minutos`,
    'Códigos de recuperación': String(RECOVERY_CODES),
    'Vale la confirmación de que eres tú': `${IDENTITY_MINUTES} minutos`,
    'Espera para quitar un segundo factor perdido': `${RESET_HOURS} horas`,
    'Nombre de quien asiste': characters(ATTENDEE_NAME_MAX),
    'Horas de una persona en una actividad': `de ${String(HOURS_MIN).replace('.', ',')} a ${HOURS_MAX}, en cuartos de hora`,
    'Anticipación de un recordatorio': `de ${DAYS_BEFORE_MIN} a ${DAYS_BEFORE_MAX} días`,
    'Recordatorios por actividad': 'uno',
    'Calendarios de los que trae actividades': String(CALENDARS_MAX),
    'Avisos en la campana': String(NOTIFICATIONS_MAX),
    'Tiempo para aceptar un cupo': `${OFFER_HOURS} horas`,
    '… si faltan menos de tres días': `${OFFER_SOON_HOURS} horas`,
    '… si faltan menos de doce horas': `${OFFER_NOW_MINUTES} minutos`,
    'Registrar la propia llegada': `de ${SELF_OPENS_MINUTES} minutos antes de comenzar hasta que termina, o ${SELF_CLOSES_HOURS} horas si no tiene hora de fin`,
    'Puerta de una actividad': `de ${DOOR_OPENS_HOURS} horas antes de comenzar a ${DOOR_CLOSES_DAYS} días después de terminar`,
    'Lo que escribes al contar cómo te fue': characters(FEEDBACK_MAX),
    'Cambiar lo que contaste': `${FEEDBACK_DAYS} días`,
    'Texto de un reporte': characters(REPORT_TEXT_MAX),
    'Reportes por hora': String(REPORTS_AN_HOUR),
    'Lo que escribes al pedir otra revisión': characters(APPEAL_TEXT_MAX),
    'Motivo de un rechazo': characters(REJECTION_REASON_MAX),
    'Política de datos y términos de uso': `${characters(LEGAL_TEXT_MAX)} cada uno`,
    'Actividades que se deciden de una vez': String(BULK_MAX),
    'Nota de una decisión sobre reportes': characters(NOTE_MAX),
    'Deshacer esa decisión': `${DECISION_UNDO_MINUTES} minutos`,
    'Cuentas por página': String(USERS_PAGE_SIZE),
    'Primeros de cada lista': String(TOP_ENTRIES),
    'Semanas en las gráficas': String(CHART_WEEKS),
  };

  /** Numbers with units that are not in the contract: limits of the server, or advice. */
  const OUTSIDE_CONTRACT = ['180 días', '60 días', '10 minutos', '3 horas', '12 horas'];

  const texts = manualTexts();

  it('limites.md states the contract’s limits', () => {
    const rows = [...(texts.get('limites') ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(
      ([, name = '', limit = '']) => [name, limit],
    );
    const limits = rows.filter(([name]) => name !== 'Qué' && name !== '---');
    expect(Object.fromEntries(limits)).toEqual(stated);
    expect(IMAGE_TYPES).toEqual(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);
  });

  it('the other pages state no other limits', () => {
    const known = new Set([...Object.values(stated).flatMap(numbersIn), ...OUTSIDE_CONTRACT]);
    for (const [name, text] of texts) {
      expect([name, numbersIn(text).filter(number => !known.has(number))]).toEqual([name, []]);
    }
  });

  /** '7 días', '5 MB', '1 a 30 días'. */
  function numbersIn(text: string): string[] {
    const units = 'caracteres|MB|días|horas|minutos|dígitos';
    return text.match(new RegExp(`(?:\\d+ a )?[\\d.]+ (?:${units})`, 'g')) ?? [];
  }
});

describe('picture-size', () => {
  // The build gives every picture of the manual its size with this library (manual.ts).

  /** The first bytes of a WebP file: RIFF, the length, WEBP, the kind of the first chunk, then `bytes` at their offsets. */
  function header(kind: string, bytes: Record<number, readonly number[]>): Uint8Array {
    const file = new Uint8Array(32);
    file.set(new TextEncoder().encode(`RIFF    WEBP${kind}`));
    for (const [at, values] of Object.entries(bytes)) file.set(values, Number(at));
    return file;
  }

  // 720 × 1640 each: 0x2d0 and 0x668; the extended and lossless formats store one less.
  it.each([
    ['lossy', header('VP8 ', { 26: [0xd0, 0x02], 28: [0x68, 0x06] })],
    ['lossless', header('VP8L', { 20: [0x2f], 21: [0xcf, 0xc2, 0x99, 0x01] })],
    ['extended', header('VP8X', { 24: [0xcf, 0x02, 0x00], 27: [0x67, 0x06, 0x00] })],
  ])('reads the size of a %s picture', (_kind, file) => {
    expect(imageSize(file)).toMatchObject({ width: 720, height: 1640 });
  });

  it('rejects a file that is no picture', () => {
    expect(() => imageSize(header('JUNK', {}))).toThrow();
  });
});
