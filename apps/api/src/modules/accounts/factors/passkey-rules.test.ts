import { expect, it } from 'vitest';
import { isCounterBack, loginOptions, passkeyName, readClientData, relyingParty } from './passkey-rules.ts';

const encoded = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64url');
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

it.each([
  ['https://minga.example.org', 'minga.example.org', 'https://minga.example.org'],
  ['https://minga.example.org:8443', 'minga.example.org', 'https://minga.example.org:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
])('the relying party of %s is %s, its pages are those of %s', (publicUrl, id, origin) => {
  expect(relyingParty(publicUrl)).toEqual({ id, origin });
});

it.each([
  [0, 0, false],
  [0, 1, false],
  [5, 6, false],
  [5, 5, true],
  [5, 4, true],
  [5, 0, true],
])('a counter of %i and then of %i went back: %s', (stored, received, isBack) => {
  expect(isCounterBack(stored, received)).toBe(isBack);
});

it.each([
  ['', FIREFOX, 'Firefox en Windows'],
  ['', '', 'Dispositivo desconocido'],
  ['Mi celular', FIREFOX, 'Mi celular'],
])('the name %j with the agent %j becomes %s', (name, userAgent, expected) => {
  expect(passkeyName(name, userAgent)).toBe(expected);
});

it.each([
  ['no JSON', 'bm8'],
  ['not an object', encoded('texto')],
  ['null', encoded(null)],
  ['no challenge', encoded({ origin: 'https://minga.example.org' })],
  ['an origin that is not text', encoded({ challenge: 'a', origin: [] })],
])('client data that are %s are rejected', (_, data) => {
  expect(readClientData(data)).toBeNull();
});

it('client data tell the page and whether it is in a frame', () => {
  const page = { challenge: 'a', origin: 'https://minga.example.org' };
  expect(readClientData(encoded(page))).toEqual({ ...page, isInFrame: false });
  expect(readClientData(encoded({ ...page, crossOrigin: true }))).toEqual({ ...page, isInFrame: true });
});

it('the options of a sign-in name no credential', () => {
  expect(loginOptions('https://minga.example.org', 'a')).toEqual({
    challenge: 'a',
    rpId: 'minga.example.org',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  });
});
