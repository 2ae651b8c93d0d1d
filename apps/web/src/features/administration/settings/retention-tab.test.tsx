import { getRetention } from '@minga/contract/administration/retention';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { respond } from '../../../../test/server.ts';

const show = (response: Parameters<typeof respond<typeof getRetention>>[1]) =>
  renderDashboard('superadmin', '?tab=datos', respond(getRetention, response));
const from = '2026-12-05T14:00:00.000Z';

test('says what will be erased, and shows a table of what was', async () => {
  show({
    body: {
      days: 180,
      upcoming: { people: 1200, activities: 1, from },
      erased: [
        { day: '2026-11-20', people: 7 },
        { day: '2026-11-18', people: 1 },
      ],
    },
  });
  expect(
    await screen.findByText(/En los próximos 30 días: los datos de 1\.200 personas en 1 actividad, desde el/),
  ).toBeTruthy();
  expect(screen.getByText(/se borran 180 días después de la actividad/)).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Lo que se borró' }));
  expect(table.getAllByRole('row')).toHaveLength(3);
  expect(table.getByText(/20 de noviembre de 2026/)).toBeTruthy();
});

test('says that there is nothing', async () => {
  show({ body: { days: 1, upcoming: { people: 0, activities: 0, from: null }, erased: [] } });
  expect(await screen.findByText('En los próximos 30 días no se borra nada.')).toBeTruthy();
  expect(screen.getByText(/Todavía nada/)).toBeTruthy();
  expect(screen.getByText(/se borran 1 día después/)).toBeTruthy();
});

test('a failed request is reported and can be retried', async () => {
  let response: object = { status: 500 };
  show(() => response);
  expect(await screen.findByText('No pudimos revisar los datos personales.')).toBeTruthy();
  response = { body: { days: 180, upcoming: { people: 0, activities: 0, from: null }, erased: [] } };
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await screen.findByText('Lo que se va a borrar')).toBeTruthy();
});
