import { listParticipants, readTurnout } from '@minga/contract/participants';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { firstOwn as first, listOf, showParticipants as show } from '../../../test/participants-screen.ts';
import { errorResponse, respond } from '../../../test/server.ts';
import { exportFileName } from './list-actions.tsx';

describe('list-actions', () => {
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

  const NONE = { parties: 0, people: 0 };

  /** 130 participants in two pages; the second page responds once it is released. */
  async function showTwoPages() {
    const many = Array.from({ length: 130 }, (_, number) => aParticipant(number + 1));
    const rest = { body: many.slice(100), total: many.length };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const second = promise.then(isReleased => (isReleased ? rest : errorResponse(403, 'No disponible')));
    show({
      responses: {
        ...respond(
          readTurnout,
          { body: { confirmed: NONE, checkedIn: NONE, walkIns: NONE, unreachable: NONE } },
          { taskId: first._id },
        ),
        ...respond(
          listParticipants,
          ({ query }) => (query.offset === '0' ? { body: many.slice(0, 100), total: many.length } : second),
          { taskId: first._id },
        ),
      },
    });
    await screen.findByText('Mostrando 100 de 130');
    return { release: () => resolve(true), fail: () => resolve(false) };
  }

  test.each([
    ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Imprimir', hidden: true }))],
    ["the browser's shortcut", () => userEvent.keyboard('{Control>}p{/Control}')],
  ])('prints a list of several pages whole by %s', async (_, start) => {
    const printed: number[] = [];
    vi.stubGlobal('print', () => printed.push(document.querySelectorAll('tbody tr').length));
    const { release } = await showTwoPages();
    await start();
    expect(screen.getByRole('button', { name: 'Cargando… 76 %', hidden: true })).toBeTruthy();
    expect(printed).toEqual([]);
    release();
    await waitFor(() => expect(printed).toEqual([130]));
    expect(screen.getByRole('button', { name: 'Imprimir', hidden: true })).toBeTruthy();
  });

  test('prints nothing if the rest of the list could not be loaded', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { fail } = await showTwoPages();
    await userEvent.click(screen.getByRole('button', { name: 'Imprimir', hidden: true }));
    fail();
    expect(await screen.findByText('No disponible')).toBeTruthy();
    expect(print).not.toHaveBeenCalled();
  });

  test('shares the whole list by WhatsApp', async () => {
    const shared: (string | null)[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      shared.push(new URL(this.href).searchParams.get('text'));
    });
    const { release } = await showTwoPages();
    await userEvent.click(screen.getByRole('link', { name: 'Lista por WhatsApp', hidden: true }));
    release();
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]).toContain('130. Persona 130');
  });
});

describe('export-file-name', () => {
  test.each<[title: string, name: string]>([
    ['Siembra de árboles', 'asistentes-Siembra de árboles.csv'],
    ['../../etc/passwd', 'asistentes-.. .. etc passwd.csv'],
    ['C:\\Minga "uno"?', 'asistentes-C Minga uno.csv'],
    ['a\u0000b\nc', 'asistentes-a b c.csv'],
    ['\u202egnp.exe', 'asistentes-gnp.exe.csv'],
    ['Fin...', 'asistentes-Fin.csv'],
    ['???', 'asistentes-actividad.csv'],
    ['\ud83c', 'asistentes-actividad.csv'],
  ])('%j is %s', (title, name) => {
    expect(exportFileName(title)).toBe(name);
  });

  test.each(['a'.repeat(90), 'ñ'.repeat(90), '🌽'.repeat(90)])('%s is valid on every file system', title => {
    const name = exportFileName(title);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    // No character is cut in half.
    expect(name.isWellFormed()).toBe(true);
  });
});
