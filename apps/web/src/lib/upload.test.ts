import { createActivity } from '@minga/contract/activities';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, answerWith } from '../../test/server.ts';
import { call } from './api.ts';

const file = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });
const body = { title: 'Siembra', date: '2099-12-05T14:00:00.000Z' };
const calledOff = new DOMException('Cancelada', 'AbortError');

function upload(answering: Answers[string], signal?: AbortSignal) {
  const sent = answerWith({ 'POST /tasks': answering });
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  const reply = call(createActivity, { body, file, onProgress, ...(signal && { signal }) });
  return { reply, shares, sent };
}

afterEach(() => vi.unstubAllGlobals());

test('the answer comes as of any other call, and before it how much has left', async () => {
  const { reply, shares, sent } = upload(({ report }) => {
    for (const share of [0.25, 0.5, 1]) report(share);
    return { status: 201, body: { title: 'Siembra de maíz' } };
  });

  expect(await reply).toEqual({ title: 'Siembra de maíz' });
  expect([...new Set(shares)]).toEqual([0.25, 0.5, 1]);
  const form = sent[0]?.body as FormData;
  expect((form.get('image') as File).name).toBe('foto.jpg');
});

test('a refusal carries its sentences', async () => {
  const { reply } = upload({ status: 413, body: { message: 'Muy grande', code: 'TOO_LARGE' } });
  await expect(reply).rejects.toMatchObject({ status: 413, code: 'TOO_LARGE', messages: ['Muy grande'] });
});

test('no connection is status 0', async () => {
  await expect(upload('unreachable').reply).rejects.toMatchObject({ status: 0, code: 'NO_CONNECTION' });
});

test('called off, it ends with the reason of its signal', async () => {
  const controller = new AbortController();
  const { reply } = upload(() => {
    controller.abort(calledOff);
    return new Promise(() => {});
  }, controller.signal);
  await expect(reply).rejects.toBe(calledOff);
});

test('so it does when it was called off before it began', async () => {
  const controller = new AbortController();
  controller.abort(calledOff);
  const { reply } = upload(() => new Promise(() => {}), controller.signal);
  await expect(reply).rejects.toBe(calledOff);
});
