import { getManagedLegalText, writeLegalText } from '@minga/contract/legal';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { type Responses, respond, type SentRequest } from '../../../../test/server.ts';
import { announceReload } from '../../../lib/server/pending-reload.ts';

const textOf = (kind: 'privacy' | 'terms', fields: object = {}) => ({
  kind,
  text: kind === 'privacy' ? 'Cuidamos tus datos.' : 'Reglas.',
  updatedAt: null,
  isDefault: true,
  updatedBy: null,
  ...fields,
});
const changed = { isDefault: false, updatedAt: '2026-12-05T14:00:00.000Z', updatedBy: 'Rosa' };

const show = (responses: Responses = {}) =>
  renderDashboard('superadmin', '?tab=textos', {
    ...respond(getManagedLegalText, { body: textOf('privacy') }, { kind: 'privacy' }),
    ...respond(getManagedLegalText, { body: textOf('terms') }, { kind: 'terms' }),
    ...responses,
  });
const written = ({ body }: SentRequest) => ({
  body: textOf('privacy', { ...changed, ...(body as { text: string | null }) }),
});
const editor = () => screen.findByRole('textbox', { name: 'Política de datos' });
const publish = async () => {
  await press('Publicar');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Publicar este texto?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Publicar' }));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('publishes a changed text and says who changed it', async () => {
  const { requestsTo } = show(respond(writeLegalText, written, { kind: 'privacy' }));
  const field = await editor();
  expect(screen.getByText(/Es el texto de Minga/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /Ver la página/ }).getAttribute('href')).toBe('/privacidad');
  expect(screen.queryByRole('button', { name: 'Volver al texto de Minga' })).toBeNull();
  await userEvent.type(field, ' ## Derechos');
  await press('Publicar');
  const question = within(await screen.findByRole('dialog', { name: '¿Publicar este texto?' }));
  expect(
    question.getByText(/^Reemplaza el texto de Minga que hoy se lee en «Política de datos»/),
  ).toBeTruthy();
  expect(requestsTo('PUT /admin/legal/privacy')).toHaveLength(0);
  await userEvent.click(question.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText('Publicamos el texto')).toBeTruthy();
  expect(requestsTo('PUT /admin/legal/privacy').map(({ body }) => body)).toEqual([
    { text: 'Cuidamos tus datos. ## Derechos' },
  ]);
  expect(await screen.findByText(/Es un texto propio\. Último cambio: .*, por Rosa\./)).toBeTruthy();
});

test('a reload for a new version preserves what was written', async () => {
  show();
  await userEvent.type(await editor(), ' Y tus derechos.');
  announceReload();
  cleanup();
  show();
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  expect(await editor()).toHaveProperty('value', 'Cuidamos tus datos. Y tus derechos.');
  expect(screen.getByRole('button', { name: 'Publicar' })).toHaveProperty('disabled', false);
});

test('uses the default text as it is, once', async () => {
  const { requestsTo } = show(
    respond(
      writeLegalText,
      { body: textOf('privacy', { ...changed, isDefault: true }) },
      { kind: 'privacy' },
    ),
  );
  await editor();
  await press('Usar el texto como está');
  expect(await screen.findByText('Se usa el texto como está')).toBeTruthy();
  expect(requestsTo('PUT /admin/legal/privacy').map(({ body }) => body)).toEqual([{ text: null }]);
  expect(await screen.findByText(/Es el texto de Minga, .* Último cambio: .*, por Rosa\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Usar el texto como está' })).toBeNull();
});

test('before an own text is replaced, says that it is lost and where to copy it', async () => {
  const own = { body: textOf('privacy', { ...changed, text: 'Propio' }) };
  const { requestsTo } = show(respond(getManagedLegalText, own, { kind: 'privacy' }));
  await userEvent.type(await editor(), 'x');
  await press('Publicar');
  const question = within(await screen.findByRole('dialog', { name: '¿Publicar este texto?' }));
  expect(question.getByText(/Minga no guarda los textos anteriores/)).toBeTruthy();
  const page = question.getByRole('link', { name: /^su página/ });
  expect([page.getAttribute('href'), page.getAttribute('target')]).toEqual(['/privacidad', '_blank']);
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }));
  expect(await editor()).toHaveProperty('value', 'Propiox');
  expect(requestsTo('PUT /admin/legal/privacy')).toHaveLength(0);
});

test('the preview shows what is written, and HTML as text', async () => {
  show();
  const field = await editor();
  await userEvent.clear(field);
  await userEvent.type(field, '## Uno{enter}{enter}<b>dos</b>');
  await press('Vista previa');
  const preview = within(await screen.findByRole('region', { name: 'Vista previa' }));
  expect(await preview.findByRole('heading', { name: 'Uno' })).toBeTruthy();
  expect(preview.getByText('<b>dos</b>')).toBeTruthy();
});

test("returns to Minga's text after a confirmation", async () => {
  const own = { body: textOf('privacy', { ...changed, text: 'Propio' }) };
  const { requestsTo } = show({
    ...respond(getManagedLegalText, own, { kind: 'privacy' }),
    ...respond(
      writeLegalText,
      { body: textOf('privacy', { ...changed, isDefault: true }) },
      { kind: 'privacy' },
    ),
  });
  await press('Volver al texto de Minga');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Volver al texto de Minga?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Volver al texto de Minga' }));
  expect(await screen.findByText('Volvió el texto de Minga')).toBeTruthy();
  expect(requestsTo('PUT /admin/legal/privacy').map(({ body }) => body)).toEqual([{ text: null }]);
});

test('the other text is asked for only after unsaved changes are given up', async () => {
  show();
  await userEvent.type(await editor(), 'x');
  await userEvent.click(screen.getByRole('tab', { name: 'Términos de uso' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })).getByRole('button', {
      name: 'Salir sin guardar',
    }),
  );
  expect(await screen.findByRole('textbox', { name: 'Términos de uso' })).toHaveProperty('value', 'Reglas.');
});

test("shows the server's sentence", async () => {
  const message = ['El texto debe tener como máximo 20.000 caracteres'];
  show(respond(writeLegalText, { status: 400, body: { message, code: 'VALIDATION' } }, { kind: 'privacy' }));
  await userEvent.type(await editor(), 'x');
  await publish();
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText(message[0] ?? '')).toBeTruthy();
});
