import { listOwnActivities } from '@minga/contract/activities';
import { createActivity } from '@minga/contract/activity-fields';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, respond, signedIn } from '../../../../test/server.ts';

async function show() {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, { body: [] }),
    ...respond(createActivity, { status: 201, body: anActivity({ isOwner: true }) }),
  });
  renderApp('/add-task');
  await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), 'Siembra');
  await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /Fecha y hora/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(dialog.getByRole('button', { name: /^1 / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  await userEvent.click(screen.getByText('Preguntas', { selector: 'summary span' }));
  return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

const add = () => userEvent.click(screen.getByRole('button', { name: 'Agregar pregunta' }));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));

test('questions are written, removed and sent; errors are shown at their fields', async () => {
  const posts = await show();
  await add();
  await add();
  await userEvent.type(screen.getByRole('textbox', { name: 'Pregunta 2' }), '¿Talla?');
  const [, kind] = screen.getAllByRole('combobox', { name: 'Cómo se responde' });
  await userEvent.selectOptions(kind as HTMLElement, 'Elegir una opción');
  await userEvent.type(screen.getByRole('textbox', { name: 'Opciones, una por línea' }), 'S');
  await save();
  expect(await screen.findByText('Escribe la pregunta')).toBeTruthy();
  expect(screen.getByText('Una pregunta de elegir lleva de 2 a 10 opciones distintas')).toBeTruthy();
  expect(posts()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la pregunta 1' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Opciones, una por línea' }), '{Enter}M');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Es obligatoria' }));
  await save();
  const questions = [{ label: '¿Talla?', kind: 'choice', options: ['S', 'M'], required: true }];
  await waitFor(() => expect(posts()).toEqual([expect.objectContaining({ questions })]));
});

test('there are at most five', async () => {
  await show();
  for (let count = 0; count < 5; count += 1) await add();
  expect(screen.queryByRole('button', { name: 'Agregar pregunta' })).toBeNull();
  expect(screen.getByText('5 preguntas')).toBeTruthy();
});
