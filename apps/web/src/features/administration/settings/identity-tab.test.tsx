import { getSite, type Site, updateSite } from '@minga/contract/site';
import { shadesOf } from '@minga/contract/site-colour';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';

const site: Site = {
  name: 'Minga',
  place: 'Popayán',
  tagline: 'Manos a la obra.',
  colour: '#0e5e4e',
  logoUrl: null,
  contactEmail: null,
  contactPhone: null,
  isConfigured: false,
};
const reload = vi.fn();
beforeEach(() => vi.stubGlobal('location', { ...location, reload }));
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockReset();
});

const show = (changes: Partial<Site> = {}, responses: Responses = {}) =>
  renderDashboard('superadmin', '?tab=sitio', {
    ...respond(getSite, { body: { ...site, ...changes } }),
    ...respond(updateSite, { body: { ...site, name: 'Ayni' } }),
    ...responses,
  });
const field = (name: string) => screen.findByRole('textbox', { name });
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
async function write(name: string, text: string) {
  await userEvent.clear(await field(name));
  if (text !== '') await userEvent.type(await field(name), text);
}

test('sends what was changed, and loads the page with it', async () => {
  const { requestsTo } = show();
  expect((await field('Nombre')).getAttribute('value')).toBe('Minga');
  expect(screen.getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true);
  await write('Nombre', 'Ayni');
  await write('Lema', '');
  await save();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requestsTo('PUT /admin/site').map(({ body }) => body)).toEqual([{ name: 'Ayni', tagline: '' }]);
});

test('an empty name is the default again', async () => {
  const { requestsTo } = show({ name: 'Ayni', isConfigured: true });
  await write('Nombre', '');
  await save();
  await vi.waitFor(() => expect(requestsTo('PUT /admin/site')).toHaveLength(1));
  expect(requestsTo('PUT /admin/site')[0]?.body).toEqual({ name: null });
});

test('shows the colour in both schemes, with enough contrast', async () => {
  show();
  await write('Color', '#ffcc00');
  const sample = (name: string) =>
    within(screen.getByText(name).closest('figure') as HTMLElement).getByText('Confirmar que voy').style
      .background;
  const rgb = (colour: string) =>
    `rgb(${[1, 3, 5].map(start => Number.parseInt(colour.slice(start, start + 2), 16)).join(', ')})`;
  expect([rgb(shadesOf('#ffcc00', 'light').base), shadesOf('#ffcc00', 'light').base]).toContain(
    sample('De día'),
  );
  expect([rgb(shadesOf('#ffcc00', 'dark').base), shadesOf('#ffcc00', 'dark').base]).toContain(
    sample('De noche'),
  );
});

test('says why a change was rejected, and keeps it', async () => {
  const sentence = 'El nombre debe tener entre 2 y 30 caracteres';
  show({}, respond(updateSite, errorResponse(400, [sentence])));
  await write('Nombre', 'A');
  await save();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((await field('Nombre')).getAttribute('value')).toBe('A');
  expect(reload).not.toHaveBeenCalled();
});

test('goes back to the default after a question', async () => {
  const { requestsTo } = show({ name: 'Ayni', isConfigured: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Volver a lo predeterminado' }));
  const question = within(await screen.findByRole('dialog', { name: '¿Volver a lo predeterminado?' }));
  await userEvent.click(question.getByRole('button', { name: 'Volver a lo predeterminado' }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requestsTo('PUT /admin/site')[0]?.body).toEqual({
    name: null,
    place: null,
    tagline: null,
    colour: null,
    logo: null,
  });
});
