import { MemorySection } from './memory-section.tsx';
import { MemoryView } from './memory-view.tsx';
import './hidden-memory.tsx';
import { writeMemory } from '@minga/contract/written-memory';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, respond } from '../../../test/server.ts';
import { stubUploadRequest } from '../../../test/upload-request.ts';
import { announceReload } from '../../lib/server/pending-reload.ts';

// Imported here because it is lazy: on a busy machine the test would time out while it loads.

const past = anActivity({ title: 'Siembra', date: '2026-01-05T14:00:00.000Z', isOwner: true });
const params = { id: past._id };
const image = (number: number) => {
  const _id = `0199cccc-0000-7000-8000-00000000000${number}`;
  return { _id, url: `/imagenes/${_id}/640.webp` };
};
const memory = { text: 'Sembramos 300.', images: [image(1), image(2)] };
const photo = (name: string, type = 'image/jpeg') => new File(['foto'], name, { type });

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:foto', revokeObjectURL: () => undefined }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const formOf = ([call]: readonly { body: unknown }[]) => call?.body as FormData;
const save = (name = 'Guardar la memoria') => userEvent.click(screen.getByRole('button', { name }));

test('a text is counted and sent, and what is stored remains', async () => {
  const stored = { ...past, memory: { text: 'Sembramos', images: [] } };
  const sent = declareResponses(respond(writeMemory, { body: stored }, params));
  await renderInRouter(<MemorySection userId="u1" activity={past} />);
  await userEvent.type(await screen.findByLabelText('Qué hicimos'), 'Sembramos');
  expect(screen.getByText('9 de 2.000 caracteres')).toBeTruthy();
  await save();
  expect(await screen.findByText(/^Memoria guardada/)).toBeTruthy();
  expect(formOf(sent).get('text')).toBe('Sembramos');
});

test('a reload for a new version preserves what was written', async () => {
  await renderInRouter(<MemorySection userId="u1" activity={past} />);
  await userEvent.type(await screen.findByLabelText('Qué hicimos'), 'Sembramos');
  announceReload();
  cleanup();
  await renderInRouter(<MemorySection userId="u2" activity={past} />);
  expect(await screen.findByLabelText<HTMLTextAreaElement>('Qué hicimos')).toHaveProperty('value', '');
  cleanup();
  await renderInRouter(<MemorySection userId="u1" activity={past} />);
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  expect(screen.getByLabelText('Qué hicimos')).toHaveProperty('value', 'Sembramos');
});

test('pictures are previewed, removed and added, with the line about consent next to the field', async () => {
  stubUploadRequest();
  const sent = declareResponses(respond(writeMemory, { body: { ...past, memory } }, params));
  await renderInRouter(<MemorySection userId="u1" activity={{ ...past, memory }} />);
  const field = await screen.findByLabelText<HTMLInputElement>('Agregar fotos');
  expect(field.getAttribute('aria-describedby')).toBeTruthy();
  expect(screen.getByText(/^Publica solo fotos de personas que estuvieron de acuerdo/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la foto 1' }));
  expect(document.activeElement).toBe(field);
  await userEvent.upload(field, [photo('una.jpg'), photo('otra.png', 'image/png')]);
  expect(await screen.findByText(/^3 de 12 fotos/)).toBeTruthy();
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(formOf(sent).get('keep')).toBe(JSON.stringify([image(2)._id]));
  expect(formOf(sent).getAll('images')).toHaveLength(2);
});

test('a file that is no picture is named, and the others stay', async () => {
  await renderInRouter(<MemorySection userId="u1" activity={past} />);
  const field = await screen.findByLabelText<HTMLInputElement>('Agregar fotos');
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(field, [photo('una.jpg'), photo('notas.pdf', 'application/pdf')]);
  expect(await screen.findByText('«notas.pdf»: Por favor selecciona solo archivos de imagen')).toBeTruthy();
  expect(screen.getByText(/^1 de 12 fotos/)).toBeTruthy();
});

test('a failure keeps text and pictures', async () => {
  stubUploadRequest();
  declareResponses(
    respond(writeMemory, errorResponse(503, 'Hay muchas personas subiendo imágenes.'), params),
  );
  await renderInRouter(<MemorySection userId="u1" activity={past} />);
  await userEvent.type(await screen.findByLabelText('Qué hicimos'), 'Sembramos');
  await userEvent.upload(screen.getByLabelText('Agregar fotos'), photo('una.jpg'));
  await screen.findByText(/^1 de 12 fotos/);
  await save();
  expect(await screen.findByText('Hay muchas personas subiendo imágenes.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Qué hicimos').value).toBe('Sembramos');
  expect(screen.getByText(/^1 de 12 fotos/)).toBeTruthy();
});

test('an empty memory is not sent', async () => {
  const sent = declareResponses(respond(writeMemory, { body: { ...past, memory: null } }, params));
  await renderInRouter(<MemorySection userId="u1" activity={past} />);
  await screen.findByLabelText('Qué hicimos');
  await save();
  expect(await screen.findByText('Escribe algo o agrega una foto')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Qué hicimos'), 'Sembramos');
  expect(screen.queryByText('Escribe algo o agrega una foto')).toBeNull();
});

test('without text and pictures a memory is removed', async () => {
  declareResponses(respond(writeMemory, { body: { ...past, memory: null } }, params));
  await renderInRouter(
    <MemorySection userId="u1" activity={{ ...past, memory: { text: 'Sí', images: [] } }} />,
  );
  await userEvent.clear(await screen.findByLabelText('Qué hicimos'));
  await save('Eliminar la memoria');
  expect(await screen.findByText('Eliminaste la memoria')).toBeTruthy();
});

test('the page shows text and pictures, which open larger and turn by keyboard', async () => {
  await renderInRouter(<MemoryView activity={past} memory={memory} />);
  const section = within(await screen.findByRole('region', { name: 'Lo que hicimos' }));
  expect(section.getByText('Sembramos 300.')).toBeTruthy();
  const first = section.getByRole('button', { name: 'Foto 1 de «Siembra»' });
  expect(within(first).getByRole('img').getAttribute('srcset')).toContain('/320.webp 320w');
  first.focus();
  await userEvent.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Foto 1 de 2' }));
  expect(dialog.getByRole('img', { name: 'Foto 1 de «Siembra»' })).toBeTruthy();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}');
  expect(await screen.findByRole('dialog', { name: 'Foto 2 de 2' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(first);
});

const hidden = { ...memory, isHidden: true, hiddenReason: 'Se ven caras de niños.' } as const;
const hiddenNotice = async () =>
  within(await screen.findByRole('region', { name: 'Esta memoria está oculta' }));

test('of a hidden memory its organisers see why, and where to have it shown again', async () => {
  await renderInRouter(<MemoryView activity={past} memory={hidden} />);
  const notice = await hiddenNotice();
  expect(notice.getByText('Se ven caras de niños.')).toBeTruthy();
  expect(notice.getByRole('link', { name: 'Corregirla' }).getAttribute('href')).toBe(
    `/tasks/${past._id}/despues`,
  );
});

test('the form of a hidden memory says that it is reviewed again, also once it is saved', async () => {
  declareResponses(respond(writeMemory, { body: { ...past, memory: hidden } }, params));
  await renderInRouter(<MemorySection userId="u1" activity={{ ...past, memory: hidden }} />);
  const notice = await hiddenNotice();
  expect(notice.getByText(/^Cambia aquí abajo lo que dice el motivo/)).toBeTruthy();
  expect(notice.queryByRole('link')).toBeNull();
  await userEvent.type(screen.getByLabelText('Qué hicimos'), ' Sin caras.');
  await save();
  expect(await screen.findByText(/^Memoria guardada: la revisamos de nuevo/)).toBeTruthy();
});
