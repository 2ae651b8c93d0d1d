// @vitest-environment node
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderEmbeddedActivity, renderEmbeddedList, renderEmbeddedProblem } from './render-embed.tsx';

const hostile = '<img src=x onerror=alert(1)>';
const activity = anActivity({ title: hostile, date: '2026-12-05T14:00:00.000Z', place: 'Parque Caldas' });

/** The attributes of every link. */
const linksOf = (html: string) => [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes);

const pages = {
  list: renderEmbeddedList(
    { title: 'Ambiente', url: '/actividades?categoria=ambiente', rows: [activity] },
    'Asia/Tokyo',
  ),
  empty: renderEmbeddedList({ title: 'Actividades', url: '/actividades', rows: [] }, 'America/Bogota'),
  activity: renderEmbeddedActivity(activity, false, 'America/Bogota'),
  problem: renderEmbeddedProblem('La categoría no existe'),
};

test.each(Object.entries(pages))(
  'every link of a page opens a new tab, and nothing runs: %s',
  (_name, html) => {
    const links = linksOf(html);
    expect(links.length).toBeGreaterThan(1);
    for (const attributes of links) {
      expect(attributes).toContain('target="_blank" rel="noopener"');
      expect(attributes).toMatch(/href="\/[^"]*"/);
    }
    expect(html).not.toMatch(/<script|<img src=x|javascript:/);
    expect(html.match(/<h1/g)).toHaveLength(1);
  },
);

test('a list has each activity with its time in the zone of the site, and leads to all', () => {
  expect(pages.list).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(pages.list).toContain('sábado, 5 de diciembre de 2026, 11:00\u00a0p.\u00a0m.');
  expect(pages.list).toContain('Parque Caldas');
  expect(pages.list).toContain('href="/actividades?categoria=ambiente"');
  expect(pages.empty).toContain('Por ahora no hay actividades próximas');
});

test('a past activity says so', () => {
  expect(pages.activity).toContain('Ver y confirmar que vas');
  expect(pages.activity).not.toContain('FINALIZADA');
  expect(renderEmbeddedActivity(activity, true, 'America/Bogota')).toContain('FINALIZADA');
});
