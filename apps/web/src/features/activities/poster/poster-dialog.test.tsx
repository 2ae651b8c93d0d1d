import { getActivity } from '@minga/contract/activities';
import { downloadPoster, downloadPosterImage } from '@minga/contract/poster';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond } from '../../../../test/server.ts';
import { PosterButton } from './poster-button.tsx';
import { PosterNotice } from './poster-notice.tsx';

const activity = anActivity();
const params = { id: activity._id };
const FILE = { body: 'file', headers: { 'content-disposition': 'inline; filename="afiche-siembra.pdf"' } };

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:poster');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

async function openDialog() {
  await renderInRouter(
    <PosterButton activityId={activity._id}>
      {open => (
        <button type="button" onClick={open}>
          Afiche
        </button>
      )}
    </PosterButton>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Afiche' }));
  await screen.findByRole('dialog', { name: 'Afiche' });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the dialog with the posters', () => {
  test.each([
    ['Hoja entera (A4)', 'a4'],
    ['Media hoja (A5)', 'a5'],
    ['Con tiras para arrancar', 'tiras'],
  ] as const)('downloads «%s»', async (name, size) => {
    const sent = declareResponses(respond(downloadPoster, FILE as never, params));
    await openDialog();
    await press(name);
    expect(await screen.findByText('Listo: afiche-siembra.pdf')).toBeTruthy();
    expect(sent.map(({ query }) => query)).toEqual([{ size }]);
  });

  test('hands the image to the system where it can share files', async () => {
    const share = vi.fn(async (_data: ShareData) => {});
    Object.assign(navigator, { canShare: () => true, share });
    declareResponses(respond(downloadPosterImage, FILE as never, params));
    await openDialog();
    await press('Imagen para WhatsApp');
    await waitFor(() => expect(share.mock.calls[0]?.[0].files?.[0]?.name).toBe('afiche-siembra.pdf'));
    expect(HTMLAnchorElement.prototype.click).not.toHaveBeenCalled();
  });

  test('downloads the image where the system refuses to share it', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    Object.assign(navigator, { canShare: () => true, share });
    declareResponses(respond(downloadPosterImage, FILE as never, params));
    await openDialog();
    await press('Imagen para WhatsApp');
    await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce());
  });

  test('says why it fails, and can be tried again', async () => {
    const failure = errorResponse(429, 'Demasiados intentos. Espera unos minutos.', 'RATE_LIMITED');
    declareResponses(respond(downloadPoster, failure as never, params));
    await openDialog();
    await press('Hoja entera (A4)');
    expect(await screen.findByText(/Demasiados intentos/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hoja entera (A4)' }).getAttribute('aria-disabled')).toBeNull();
  });
});

describe('a poster that is out of date', () => {
  const withPoster = (isStale: boolean) => ({
    ...activity,
    poster: { takenAt: '2026-11-20T12:00:00.000Z', isStale },
  });

  test('is replaced at one press, after which the activity is read again', async () => {
    const sent = declareResponses({
      ...respond(downloadPoster, FILE as never, params),
      ...respond(getActivity, { body: withPoster(false) }, params),
    });
    await renderInRouter(<PosterNotice activity={withPoster(true)} />);
    expect(await screen.findByRole('region', { name: 'Afiche desactualizado' })).toBeTruthy();
    await press('Descargar el afiche nuevo');
    await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce());
    expect(sent).toHaveLength(1);
  });

  test.each([[withPoster(false)], [{ ...activity, poster: null }], [activity]])(
    'says nothing otherwise',
    async shown => {
      await renderInRouter(<PosterNotice activity={shown} />);
      expect(screen.queryByRole('region')).toBeNull();
    },
  );
});
