import { getActivity, listOwnActivities } from '@minga/contract/activities';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, signedIn } from '../../../../test/server.ts';

const own = (changes: Parameters<typeof anActivity>[0] = {}) =>
  anActivity({ isOwner: true, title: 'Siembra en el cerro', place: 'La Eme', ...changes });
const { _id: id } = own();

function open(response: Parameters<typeof respond<typeof getActivity>>[1]) {
  declareResponses({
    ...signedIn(),
    ...respond(getActivity, response, { id }),
    ...respond(listOwnActivities, { body: [], total: 0 }),
  });
  return renderApp(`/add-task?publicada=${id}`);
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** A site that reviews before it publishes. */
function reviewFirst(): void {
  document.head.insertAdjacentHTML('beforeend', '<meta name="minga:moderation" content="prior">');
}

const writeText = vi.fn(async (_text: string) => {});

beforeEach(() => {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  writeText.mockReset();
  document.querySelector('meta[name="minga:moderation"]')?.remove();
});

test('a public activity is offered with its address, its code and its card', async () => {
  open({ body: own({ status: 'pending' }) });
  const title = await heading('Tu actividad está publicada');
  await waitFor(() => expect(document.title).toBe('Tu actividad está publicada · Minga'));
  expect(title.tabIndex).toBe(-1);
  const sharing = within(screen.getByRole('region', { name: 'Compartir tu actividad' }));
  const url = `${location.origin}/actividades/${id}`;
  const whatsApp = new URL(
    sharing.getByRole<HTMLAnchorElement>('link', { name: 'Compartir por WhatsApp' }).href,
  );
  expect(whatsApp.origin).toBe('https://wa.me');
  expect(whatsApp.searchParams.get('text')).toMatch(/^Siembra en el cerro · .+ · La Eme\nhttp\S+$/);
  expect(whatsApp.searchParams.get('text')).toContain(url);
  expect(sharing.getByRole('img', { name: 'Código QR de la actividad' })).toBeTruthy();
  expect(sharing.getByText(url)).toBeTruthy();
  expect(sharing.getByRole('link', { name: 'Descargar la tarjeta' }).getAttribute('href')).toBe(
    `/actividades/${id}/og.png`,
  );
  expect(sharing.getByRole('button', { name: 'Afiche para imprimir' })).toBeTruthy();
  fireEvent.click(sharing.getByRole('button', { name: 'Copiar el enlace' }));
  expect(writeText).toHaveBeenCalledWith(url);
  expect(await screen.findByText('Enlace copiado')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver la actividad' }).getAttribute('href')).toBe(
    `/actividades/${id}`,
  );
});

test('a clipboard that refuses leads to the address on the screen', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  open({ body: own() });
  fireEvent.click(await screen.findByRole('button', { name: 'Copiar el enlace' }));
  expect(await screen.findByText(/^No pudimos copiar el enlace/)).toBeTruthy();
});

test.each([
  ['held', 'reactive', { isHeld: true as const, status: 'pending' as const }],
  ['pending where the site reviews first', 'prior', { status: 'pending' as const }],
])('an activity that is %s is in review: nothing to share yet', async (_, moderation, changes) => {
  if (moderation === 'prior') reviewFirst();
  open({ body: own(changes) });
  await heading('En revisión');
  expect(screen.getByRole('heading', { level: 2, name: 'Qué sigue' })).toBeTruthy();
  expect(screen.getByText(/te llega un correo y un aviso en la campana/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Compartir tu actividad' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Editar' }).getAttribute('href')).toBe(`/tasks/${id}`);
});

test('an approved activity is public where the site reviews first', async () => {
  reviewFirst();
  open({ body: own({ status: 'approved' }) });
  await heading('Tu actividad está publicada');
});

test('a rejected activity says why', async () => {
  open({ body: own({ status: 'rejected', rejectionReason: 'En Minga no se vende' }) });
  await heading('Tu actividad no está publicada');
  expect(screen.getByText(/En Minga no se vende/)).toBeTruthy();
});

test("another organiser's activity is no result", async () => {
  open({ body: anActivity() });
  await heading('Esta actividad no es tuya');
});

test('an unknown activity is no result', async () => {
  open(errorResponse(404, 'Actividad no encontrada', 'NOT_FOUND'));
  await heading('No encontramos esta actividad');
});
