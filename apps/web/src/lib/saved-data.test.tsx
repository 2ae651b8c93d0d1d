import { chosenDataSaving } from '@minga/contract/saved-data';
import { expect, it, onTestFinished } from 'vitest';
import { isDataLimited, isDataSaved } from './saved-data.ts';

it.each([
  [undefined, false],
  [{}, false],
  [{ saveData: false, effectiveType: '4g' }, false],
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
])('with the connection %j data are limited: %s', (connection, isLimited) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  expect(isDataLimited()).toBe(isLimited);
});

it.each([
  ['minga_datos=1', true],
  ['tema=claro; minga_datos=1; otra=2', true],
  ['minga_datos=0', false],
  ['minga_datos=2', null],
  ['otra_minga_datos=1', null],
  ['', null],
])('the cookies %j switch the saving of data: %s', (cookies, expected) => {
  expect(chosenDataSaving(cookies)).toBe(expected);
});

it('the choice of the user outweighs the browser', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it
  document.cookie = 'minga_datos=0';
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'connection');
    // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it
    document.cookie = 'minga_datos=; max-age=0';
  });
  expect(isDataSaved()).toBe(false);
});
