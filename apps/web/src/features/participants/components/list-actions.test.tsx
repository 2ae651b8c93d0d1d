import { listParticipants } from '@minga/contract/participants';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import { firstOwn as first, listOf, showParticipants as show } from '../../../../test/participants-screen.ts';
import { respond } from '../../../../test/server.ts';

/** Records the files that are saved. */
function savedFiles() {
  const files: { name: string; type: string; text: Promise<string> }[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(object => {
    blob = object as Blob;
    return 'blob:lista';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, type: blob.type, text: blob.text() });
  });
  return files;
}

test('exports the complete list', async () => {
  const files = savedFiles();
  show({ participants: [aParticipant(1, { name: '=1+1' }), aParticipant(2)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Exportar Lista' }));
  expect(await screen.findByText('Lista exportada correctamente')).toBeTruthy();
  expect(files).toMatchObject([{ name: 'asistentes-Minga 1.csv', type: 'text/csv' }]);
  expect(await files[0]?.text).toContain(`Nombre,Correo\r\n"'=1+1",persona.1@example.org\r\nPersona 2,`);
});

test('does not export an empty list', async () => {
  const files = savedFiles();
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Exportar Lista' }));
  expect(await screen.findByText('No hay participantes para exportar')).toBeTruthy();
  expect(files).toEqual([]);
});

test('shows a failed export', async () => {
  const files = savedFiles();
  let isFailing = false;
  show({
    responses: respond(listParticipants, () => (isFailing ? { status: 500 } : listOf([aParticipant(1)])), {
      taskId: first._id,
    }),
  });
  const button = await screen.findByRole('button', { name: 'Exportar Lista' });
  isFailing = true;
  await userEvent.click(button);
  expect(await screen.findByText('Error al exportar la lista')).toBeTruthy();
  expect(files).toEqual([]);
});
