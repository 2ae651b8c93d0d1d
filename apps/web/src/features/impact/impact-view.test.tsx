import { getImpact, type Impact } from '@minga/contract/impact';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { federating } from '../../../test/federating.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, respond } from '../../../test/server.ts';
import { ImpactView } from './impact-view.tsx';

const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2026-${String(index + 1).padStart(2, '0')}`,
  activities: index,
  people: 10 * index,
  hours: index / 4,
}));
const impact: Impact = {
  activities: 1204,
  people: 15_320,
  hours: 830.25,
  months,
  goals: [{ unit: 'árboles', reached: 1200 }],
};

test('shows totals, goals and a table of the months, the newest first', async () => {
  declareResponses(respond(getImpact, { body: impact }));
  await renderInRouter(<ImpactView slug={undefined} name={undefined} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Lo que hemos logrado' })).toBeTruthy();
  const totals = within(await screen.findByRole('list', { name: 'Totales' }));
  expect(totals.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1.204 actividades hechas',
    '15.320 personas que llegaron',
    '830,25 horas de ayuda',
  ]);
  expect(screen.getByText('1.200').parentElement?.textContent).toBe('1.200 árboles');
  const table = within(screen.getByRole('table', { name: 'Los últimos doce meses' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(13);
  expect(rows[1]).toBe('diciembre de 2026dic 2026111102,75');
});

test('is of a collective, with a way to the whole site', async () => {
  const sent = declareResponses(respond(getImpact, { body: impact }));
  await renderInRouter(<ImpactView slug="guardianes" name="Guardianes del Río" />);
  expect(await screen.findByRole('heading', { name: 'Lo que ha logrado Guardianes del Río' })).toBeTruthy();
  expect(sent.map(({ query }) => query)).toEqual([{ colectivo: 'guardianes' }]);
  const whole = screen.getByRole('link', { name: 'Ver el impacto de todo el sitio' });
  expect(whole.getAttribute('href')).toBe('/impacto');
});

test('says that nothing has been held yet', async () => {
  declareResponses(respond(getImpact, { body: { ...impact, activities: 0 } }));
  await renderInRouter(<ImpactView slug={undefined} name={undefined} />);
  expect(await screen.findByText('Todavía no hay actividades hechas')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('an unknown collective is named so', async () => {
  declareResponses(respond(getImpact, errorResponse(404, 'Colectivo no encontrado')));
  await renderInRouter(<ImpactView slug="ninguno" name={undefined} />);
  expect(await screen.findByRole('heading', { name: 'No encontramos este colectivo' })).toBeTruthy();
});

test('says how to follow the site from other servers, where they can', async () => {
  declareResponses(respond(getImpact, { body: impact }));
  await renderInRouter(<ImpactView slug={undefined} name={undefined} />);
  expect(await screen.findByRole('list', { name: 'Totales' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Desde otras redes' })).toBeNull();
  cleanup();
  federating();
  await renderInRouter(<ImpactView slug={undefined} name={undefined} />);
  const region = within(await screen.findByRole('region', { name: 'Desde otras redes' }));
  expect(region.getByText('@minga@minga.example')).toBeTruthy();
  expect(region.getByRole('button', { name: 'Copiar la dirección' })).toBeTruthy();
});
