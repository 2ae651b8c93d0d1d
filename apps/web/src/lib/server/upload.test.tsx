import { createActivity } from '@minga/contract/activity-fields';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { type Declared, declareResponses, respond } from '../../../test/server.ts';
import { stubUploadRequest } from '../../../test/upload-request.ts';
import { call } from './api.ts';

const file = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });
const body = { title: 'Siembra', date: '2099-12-05T14:00:00.000Z' };
const aborted = new DOMException('Cancelada', 'AbortError');

const created = { status: 201, body: anActivity({ title: 'Siembra de maíz' }) };

function upload(response: Declared<typeof createActivity>, signal?: AbortSignal) {
  const sent = declareResponses(respond(createActivity, response));
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  const reply = call(createActivity, { body, file, onProgress, ...(signal && { signal }) });
  return { reply, shares, sent };
}

afterEach(() => vi.unstubAllGlobals());

test('resolves like any other call, after reporting the progress', async () => {
  const report = stubUploadRequest();
  const { reply, shares, sent } = upload(() => {
    for (const share of [0.25, 0.5, 1]) report(share);
    return created;
  });

  expect(await reply).toEqual(created.body);
  expect([...new Set(shares)]).toEqual([0.25, 0.5, 1]);
  const form = sent[0]?.body as FormData;
  expect((form.get('image') as File).name).toBe('foto.jpg');
});

test('an error response carries its messages', async () => {
  const { reply } = upload({ status: 413, body: { message: 'Muy grande', code: 'TOO_LARGE' } });
  await expect(reply).rejects.toMatchObject({ status: 413, code: 'TOO_LARGE', messages: ['Muy grande'] });
});

test('a lost connection has status 0', async () => {
  await expect(upload('unreachable').reply).rejects.toMatchObject({ status: 0, code: 'NO_CONNECTION' });
});

test('rejects with the reason of its signal if it is aborted', async () => {
  stubUploadRequest();
  const controller = new AbortController();
  const { reply } = upload(() => {
    controller.abort(aborted);
    return new Promise(() => {});
  }, controller.signal);
  await expect(reply).rejects.toBe(aborted);
});

test('rejects with that reason if it was aborted before the start', async () => {
  stubUploadRequest();
  const controller = new AbortController();
  controller.abort(aborted);
  const { reply } = upload(() => new Promise(() => {}), controller.signal);
  await expect(reply).rejects.toBe(aborted);
});
