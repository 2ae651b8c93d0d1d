import { createHash, webcrypto } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeHash } from './use-admission.ts';

test('outside a secure context only the server can tell', async () => {
  expect(await codeHash('q83vASNFZ4mrze8BI0VniQ')).toBeNull();
});

test.each(['', 'q83vASNFZ4mrze8BI0VniQ', 'ñ'])('%j has the hash that the server lists', async code => {
  // jsdom has no `subtle`.
  vi.stubGlobal('crypto', webcrypto);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await codeHash(code)).toBe(createHash('sha256').update(code).digest('hex'));
});
