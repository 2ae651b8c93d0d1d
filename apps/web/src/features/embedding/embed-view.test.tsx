import { listCollectives } from '@minga/contract/collectives';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, respond, visitor } from '../../../test/server.ts';

const code = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Código para pegar' }).value;
const source = () => /src="([^"]*)"/.exec(code())?.[1];

test('the choices make the code and the preview', async () => {
  declareResponses({
    ...visitor,
    ...respond(listCollectives, { body: [aCollective({ slug: 'rio-vivo', name: 'Río Vivo' })], total: 1 }),
  });
  renderApp('/incrustar?categoria=ambiente');
  await screen.findByRole('heading', { name: 'Pon las actividades en tu sitio' });
  expect(source()).toBe(`${location.origin}/incrustar/actividades?categoria=ambiente`);

  await screen.findByRole('option', { name: 'Río Vivo' });
  await userEvent.selectOptions(screen.getByLabelText('Colectivo'), 'Río Vivo');
  await userEvent.selectOptions(screen.getByLabelText('Categoría'), 'Todas');
  await userEvent.selectOptions(screen.getByLabelText('Cuántas'), '10');
  await userEvent.selectOptions(screen.getByLabelText('Alto'), '640 píxeles');
  await userEvent.type(screen.getByLabelText('Palabras'), 'olla');
  const path = '/incrustar/actividades?q=olla&colectivo=rio-vivo&limite=10';
  expect(code()).toBe(
    `<iframe src="${(location.origin + path).replaceAll('&', '&amp;')}" title="Actividades de Minga" width="100%" height="640" loading="lazy" style="border:0"></iframe>`,
  );
  await waitFor(() =>
    expect(screen.getByTitle('Vista previa de las actividades').getAttribute('src')).toBe(path),
  );
});

test('the code is copied with the keyboard', async () => {
  declareResponses({ ...visitor, ...respond(listCollectives, { body: [], total: 0 }) });
  renderApp('/incrustar');
  const button = await screen.findByRole('button', { name: 'Copiar el código' });
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  button.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Código copiado')).toBeTruthy();
  expect(write).toHaveBeenCalledWith(code());
});
