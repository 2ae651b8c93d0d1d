import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import type { Landing } from './landing.ts';
import { renderLanding } from './render-landing.tsx';

const bare: Landing = {
  now: new Date('2099-12-03T15:00:00.000Z'),
  site: {
    place: 'Popayán',
    address: 'Popayán, Cauca, Colombia',
    tagline: 'Una minga es el trabajo que una comunidad hace junta: lo demás debe ser sencillo.',
    founded: '2024',
  },
  figures: null,
  upcoming: null,
  contactEmail: null,
  contactPhone: null,
  apkUrl: null,
  sourceUrl: null,
};

/** Puts the page as the server sends it into the document and returns its markup. */
function show(changes: Partial<Landing> = {}): string {
  const html = renderLanding({ ...bare, ...changes }, { timeZone: 'America/Bogota', isDataSaved: false });
  document.body.innerHTML = html;
  return html;
}

type Changes = Parameters<typeof anActivity>[0];

const upcoming = (weekend: Changes[], others: Changes[] = [], total = weekend.length + others.length) => ({
  weekend: weekend.map((change, index) => anActivity({ _id: `w${index}`, ...change })),
  others: others.map((change, index) => anActivity({ _id: `o${index}`, ...change })),
  total,
});

const headings = (level: number) =>
  screen.getAllByRole('heading', { level }).map(heading => heading.textContent);

test('the eight parts are in the order of the specification', () => {
  show({ upcoming: upcoming([{}]) });
  expect(headings(1)).toEqual(['Convoca tu minga, junta tu gente']);
  expect(headings(2)).toEqual([
    'Este fin de semana',
    '¿Por qué Minga?',
    'Gestión ágil de proyectos',
    'Participación ciudadana inclusiva',
    'El impacto de trabajar en minga',
    'Quiénes somos',
    'Minga en tu celular',
    'La próxima minga empieza contigo',
    'Contacto',
    'Páginas',
  ]);
  for (const id of ['gestion', 'participacion', 'celular']) {
    expect(document.querySelectorAll(`details[name="${id}"]`).length).toBeGreaterThan(2);
  }
  expect(screen.getByText('Plataforma colaborativa')).toBeTruthy();
  for (const name of ['Únete ahora', 'Comenzar ahora']) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/register');
  }
});

// docs/claims.md lists what makes each claim true.
test.each([
  ['collaborative platform', /^Minga se fundó en 2024\. Es una plataforma colaborativa/],
  ['social innovation and cooperativism', /innovación social y cooperativismo social/],
  ['organizations, volunteers, communities', /para organizaciones, voluntarios y comunidades/],
  ['planning, execution, monitoring', /^Planifica, ejecuta y sigue las iniciativas de tu comunidad/],
  ['volunteering', /^Conecta organizaciones con personas voluntarias/],
  ['democratic and inclusive participation', /^Participación democrática e inclusiva$/],
  ['democratic', /^Quien tiene cuenta publica, con las mismas reglas/],
  ['inclusive', /^Cualquier persona puede buscar y confirmar, sin registrarse\./],
  ['what a minga is', /^Una minga es el trabajo que una comunidad hace junta/],
  ['organizing activities and events', /^Organiza actividades y eventos$/],
  ['coordinating work teams', /^Coordina equipos de trabajo$/],
  ['tracking goals', /^Sigue tus metas$/],
  ['tracking goals, how', /^Mira al momento cuántas personas han confirmado/],
  ['personalised alerts and reminders', /^Alertas y recordatorios a tu medida$/],
  ['personalised, how', /de 1 a 30, y qué avisos quieres por correo\.$/],
  ['sharing good practices', /^Comparte buenas prácticas$/],
  ['search by location or topic', /^Busca por lugar o por tema$/],
  ['search by location or topic, how', /por categoría, por día y por cercanía a donde estás\.$/],
  ['offline access', /^Tus actividades, las asistencias que confirmaste y las últimas listas que viste/],
  ['real-time notifications', /^Notificaciones en tiempo real$/],
  ['mobile-optimised', /^Pensada para el celular$/],
  ['founded in 2024', /^Minga se fundó en 2024\./],
  ['cooperation', /^Cooperación$/],
  ['transparency', /^Transparencia$/],
  ['inclusion', /^Inclusión$/],
  ['democracy', /^Democracia$/],
  ['sustainability', /^Sostenibilidad$/],
  ['innovation', /^Innovación$/],
  ['contact', /^Popayán, Cauca, Colombia$/],
])('claim: %s', (_, sentence) => {
  show();
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('figures are shown from ten on, in plural forms', () => {
  show({ figures: { activities: 1204, people: 9, attendances: 10 } });
  const band = within(screen.getByRole('region', { name: 'Minga en cifras' }));
  expect(band.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    '1.204 actividades en total',
    '10 asistencias confirmadas',
  ]);
});

test.each([
  ['the figures are unavailable', null],
  ['all are small', { activities: 9, people: 3, attendances: 0 }],
])('no figures where %s', (_, figures) => {
  show({ figures });
  expect(screen.queryByRole('region', { name: 'Minga en cifras' })).toBeNull();
});

test('an activity of the weekend is a row that links to its page', () => {
  const image = '/imagenes/a/1280.webp';
  const picture = { width: 1280, height: 720, widths: [320, 1280], hasAvif: false, placeholder: 'data:,' };
  const places = { taken: 12, free: 5, waiting: 0 };
  show({ upcoming: upcoming([{ image, picture, places }, { title: 'Olla', place: '' }, {}]) });
  const [first, second] = screen.getAllByRole('article').map(row => within(row));
  expect(first?.getByRole('link', { name: 'Siembra de árboles' }).getAttribute('href')).toBe(
    '/actividades/w0',
  );
  expect(first?.getByText('Sáb 5 dic, 9:00 a. m.')).toBeTruthy();
  expect(first?.getByText(/Cerro de la Eme/)).toBeTruthy();
  expect(first?.getByText('12 van · quedan 5')).toBeTruthy();
  const shown = first?.getByAltText('Imagen de Siembra de árboles');
  expect(shown?.getAttribute('loading')).toBe('lazy');
  expect(shown?.getAttribute('sizes')).toBe('72px');
  expect(second?.getByText(/Lugar por confirmar/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver todas las actividades' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Otros días' })).toBeNull();
  expect(screen.queryByText(/¿Y la tuya\?/)).toBeNull();
});

test('other days stand below the weekend, and alone are the next activities', () => {
  const other = { title: 'Olla', date: '2099-12-04T14:00:00.000Z' };
  show({ upcoming: upcoming([{}], [other]) });
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('link')
      .map(link => link.textContent);
  expect(rows('Este fin de semana')).toEqual(['Siembra de árboles']);
  expect(rows('Otros días')).toEqual(['Olla']);
  expect(screen.getByText('Mañana, 9:00 a. m.')).toBeTruthy();
  show({ upcoming: upcoming([], [other]) });
  expect(rows('Próximas actividades')).toEqual(['Olla']);
  expect(screen.queryByRole('heading', { name: 'Este fin de semana' })).toBeNull();
});

test('more activities than fit are counted; few leave room for an invitation', () => {
  show({ upcoming: upcoming([{}], [], 230) });
  expect(screen.getByRole('link', { name: 'Ver las 230 que vienen' }).getAttribute('href')).toBe(
    '/actividades',
  );
  expect(screen.getByText(/¿Y la tuya\?/)).toBeTruthy();
});

test.each([
  [0, 'La primera puede ser la tuya', false],
  [7, 'La próxima puede ser la tuya', true],
])('without upcoming activities, after %i: %s', (activities, heading, tellsOfPast) => {
  show({ upcoming: upcoming([]), figures: { activities, people: 0, attendances: 0 } });
  expect(screen.getByRole('heading', { level: 2, name: heading })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'ya se hicieron' }) !== null).toBe(tellsOfPast);
});

test('user content is escaped', () => {
  const html = show({ upcoming: upcoming([{ title: '<script>alert(1)</script>', place: '"><img src=x>' }]) });
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(screen.getByRole('link', { name: '<script>alert(1)</script>' })).toBeTruthy();
});

test('the footer shows the contacts of the settings and the year of the site’s calendar', () => {
  show({
    now: new Date('2027-01-01T04:00:00.000Z'),
    contactEmail: 'hola@minga.example',
    contactPhone: '+57 (602) 820-9900',
  });
  const footer = within(screen.getByRole('contentinfo'));
  const link = (name: string) => footer.getByRole('link', { name }).getAttribute('href');
  expect(link('hola@minga.example')).toBe('mailto:hola@minga.example');
  expect(link('+57 (602) 820-9900')).toBe('tel:+576028209900');
  expect(link('Ayuda')).toBe('/ayuda');
  expect(footer.getByText('© 2026 Minga')).toBeTruthy();
});

test('without contacts in the settings the footer links to the frequent questions', () => {
  show();
  const footer = within(screen.getByRole('contentinfo'));
  expect(document.querySelector('a[href^="mailto:"], a[href^="tel:"]')).toBeNull();
  expect(footer.getByRole('link', { name: 'preguntas frecuentes' }).getAttribute('href')).toBe(
    '/ayuda/preguntas',
  );
  show({ contactPhone: '+57 602 820 9900' });
  expect(screen.queryByRole('link', { name: 'preguntas frecuentes' })).toBeNull();
});

test('the source code is linked if the site says where it is', () => {
  show({ sourceUrl: 'https://codigo.example.org/minga' });
  const link = screen.getByRole('link', { name: 'Código fuente' });
  expect(link.getAttribute('href')).toBe('https://codigo.example.org/minga');
  expect(document.querySelector('address h2')).toBeNull();
});

test('the Android package is offered if there is one', () => {
  show({ apkUrl: 'https://archivos.example.org/minga.apk' });
  const link = screen.getByRole('link', { name: 'Descargar la app' });
  expect(link.getAttribute('href')).toBe('https://archivos.example.org/minga.apk');
  expect(link.getAttribute('rel')).toBe('noopener');
  expect(document.querySelector('[data-install]')).toBeNull();
});

test('otherwise the browser installs the app, by a button once it offers to, or by its menu', () => {
  show();
  const button = document.querySelector<HTMLButtonElement>('button[data-install]');
  expect([button?.textContent, button?.hidden]).toEqual(['Instalar la app', true]);
  expect(screen.getByRole('heading', { name: 'Ponla en tu pantalla de inicio' })).toBeTruthy();
  expect(screen.getByText(/^Abre el menú del navegador/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Descargar la app' })).toBeNull();
});
