import { getTrust, tryTrust, updateTrust } from '@minga/contract/administration/trust';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';
import { announceReload } from '../../../lib/server/pending-reload.ts';
import { changesText, toTrustDraft, trustDraft } from './trust-tab.tsx';

describe('trust-tab', () => {
  const stored = {
    heldWords: ['casino'],
    heldDomains: ['ejemplo.com'],
    refusedMailDomains: [],
    holdFirst: 0,
  };
  const SAVE = 'PUT /admin/trust';
  const TRY = 'POST /admin/trust/try';

  async function open(responses: Responses = {}) {
    const app = renderDashboard('superadmin', '?tab=confianza', {
      ...respond(getTrust, { body: stored }),
      ...responses,
    });
    const words = await screen.findByLabelText<HTMLTextAreaElement>('Palabras que se revisan');
    return { ...app, words, save: () => userEvent.click(screen.getByRole('button', { name: 'Guardar' })) };
  }

  test('saves the lists, one entry a line, after telling what changes', async () => {
    const saved = { ...stored, heldWords: ['casino', 'dinero fácil'], holdFirst: 2 };
    const { words, save, requestsTo } = await open(respond(updateTrust, { body: saved }));
    expect(screen.queryByText(/^Sin guardar/)).toBeNull();
    await userEvent.type(words, '\n Dinero  FÁCIL\n');
    await userEvent.selectOptions(
      screen.getByLabelText('Primeras publicaciones en revisión'),
      'Las 2 primeras',
    );
    expect(screen.getByText('Sin guardar: 1 palabra más, las primeras publicaciones.')).toBeTruthy();
    await save();
    expect(await screen.findByText(/^Listo: guardamos los cambios/)).toBeTruthy();
    expect(requestsTo(SAVE).map(({ body }) => body)).toEqual([saved]);
    expect(words.value).toBe('casino\ndinero fácil');
    expect(screen.queryByText(/^Sin guardar/)).toBeNull();
  });

  test('a reload for a new version preserves unsaved lists', async () => {
    const { words } = await open();
    await userEvent.type(words, '\ndinero fácil');
    announceReload();
    cleanup();
    expect((await open()).words.value).toBe('casino\ndinero fácil');
    expect(screen.getByText('Recuperamos lo que habías escrito.')).toBeTruthy();
    expect(screen.getByText('Sin guardar: 1 palabra más.')).toBeTruthy();
  });

  test('a wrong entry is explained at its field, and nothing is sent', async () => {
    const { save, requestsTo } = await open();
    const pages = screen.getByLabelText('Páginas que se revisan');
    await userEvent.type(pages, '\nno es una');
    await save();
    expect(
      await screen.findByText('Páginas que se revisan: «no es una» no es un dominio como ejemplo.com'),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(pages));
    expect(requestsTo(SAVE)).toEqual([]);
  });

  test('a failure keeps what was written', async () => {
    const { words, save } = await open(respond(updateTrust, errorResponse(500, 'Falla')));
    await userEvent.type(words, '\nrifa');
    await save();
    expect(await screen.findByText('Falla')).toBeTruthy();
    expect(words.value).toBe('casino\nrifa');
  });

  test('tries a text with the lists that are not saved yet', async () => {
    const result = { words: ['rifa'], domains: ['ejemplo.com'], mailDomains: [] };
    const { words, requestsTo } = await open(respond(tryTrust, { body: result }));
    await userEvent.type(words, '\nrifa');
    await userEvent.type(screen.getByLabelText('Texto de prueba'), 'Rifa en ejemplo.com');
    expect(await screen.findByText('Se retiene por lo que dice: «rifa».')).toBeTruthy();
    expect(screen.getByText('Se retiene por las páginas que nombra: «ejemplo.com».')).toBeTruthy();
    expect(requestsTo(TRY).at(-1)?.body).toEqual({
      heldWords: ['casino', 'rifa'],
      heldDomains: ['ejemplo.com'],
      refusedMailDomains: [],
      text: 'Rifa en ejemplo.com',
    });
    expect(requestsTo(SAVE)).toEqual([]);
  });

  test('says so if nothing of a text is held, or the lists must be corrected first', async () => {
    const { words } = await open(respond(tryTrust, { body: { words: [], domains: [], mailDomains: [] } }));
    await userEvent.type(screen.getByLabelText('Texto de prueba'), 'Siembra');
    expect(await screen.findByText('Nada de este texto se retiene.')).toBeTruthy();
    await userEvent.type(words, '\nx');
    expect(await screen.findByText('Para probar, primero corrige las listas.')).toBeTruthy();
  });

  test('asks before unsaved changes are left', async () => {
    const { words } = await open();
    await userEvent.type(words, '\nrifa');
    await userEvent.click(screen.getByRole('tab', { name: 'Sistema' }));
    expect(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })).toBeTruthy();
  });
});

describe('trust-draft', () => {
  const none = { heldWords: [], heldDomains: [], refusedMailDomains: [], holdFirst: 0 };

  test('each line is an entry; blank lines and what is around a domain are left out', () => {
    const typed = {
      heldWords: ' Casino \n\nDINERO fácil\ncasino',
      heldDomains: 'https://www.Ejemplo.com/a?b=c\nwww.otro.example',
      refusedMailDomains: '@desechable.example\r\n',
      holdFirst: '2',
    };
    expect(z.parse(trustDraft, typed)).toEqual({
      heldWords: ['casino', 'dinero fácil'],
      heldDomains: ['ejemplo.com', 'otro.example'],
      refusedMailDomains: ['desechable.example'],
      holdFirst: 2,
    });
  });

  test('stored settings come back unchanged', () => {
    const settings = {
      heldWords: ['casino', 'dinero fácil'],
      heldDomains: ['ejemplo.com'],
      refusedMailDomains: [],
      holdFirst: 5,
    };
    expect(z.parse(trustDraft, toTrustDraft(settings))).toEqual(settings);
  });

  test.each([
    [{}, {}, ''],
    [{}, { heldWords: ['a', 'b'] }, '2 palabras más'],
    [{ heldWords: ['a'] }, { heldWords: ['b'] }, '1 palabra más, 1 palabra menos'],
    [{ heldDomains: ['a.co', 'b.co'] }, { refusedMailDomains: ['a.co'] }, '2 páginas menos, 1 correo más'],
    [{}, { holdFirst: 1 }, 'las primeras publicaciones'],
  ])('%j to %j: %s', (before, after, text) => {
    expect(changesText({ ...none, ...before }, { ...none, ...after })).toBe(text);
  });
});
