import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import '../../test/browser.ts';
import { takeOver } from './take-over.tsx';

const PAINTED =
  '<label>Buscar <input></label> <button type="button">Uno</button> <button type="button">Dos</button>';
/** A plain script for the browser, without types. */
const FIRST_PAINT = '../../public/first-paint.js';
const pressed = vi.fn();

function App() {
  const [words, setWords] = useState('');
  return (
    <>
      <label>
        Buscar <input value={words} onChange={event => setWords(event.target.value)} />
      </label>
      <button type="button" onClick={() => pressed('uno')}>
        Uno
      </button>
      <button type="button" onClick={() => pressed('dos')}>
        Dos
      </button>
      <p>Buscas {words}</p>
    </>
  );
}

function paint(): HTMLElement {
  document.body.innerHTML = `<div id="root" data-painted>${PAINTED}</div>`;
  return document.getElementById('root') as HTMLElement;
}

beforeEach(() => {
  pressed.mockClear();
});

test('the app takes the place of what was painted', async () => {
  const root = paint();
  takeOver(root, <App />);
  await screen.findByText('Buscas');
  expect(screen.getAllByRole('button')).toHaveLength(2);
  expect(root.hasAttribute('data-painted')).toBe(false);
  expect(pressed).not.toHaveBeenCalled();
});

test('the press of a button before the code was there is done afterwards, once', async () => {
  const root = paint();
  screen.getByRole('button', { name: 'Dos' }).dataset.pressed = '';
  takeOver(root, <App />);
  await expect.poll(() => pressed.mock.calls).toEqual([['dos']]);
});

test('the press of a button while the app is being drawn is done afterwards, once', async () => {
  const root = paint();
  document.body.insertAdjacentHTML('beforeend', '<template id="code"></template>');
  await import(FIRST_PAINT);
  takeOver(root, <App />);
  screen.getByRole('button', { name: 'Dos' }).click();
  expect(pressed).not.toHaveBeenCalled();
  await expect.poll(() => pressed.mock.calls).toEqual([['dos']]);
});

test('a button that has become another one is not pressed', async () => {
  const root = paint();
  const button = screen.getByRole('button', { name: 'Dos' });
  button.dataset.pressed = '';
  button.textContent = 'Asistir';
  takeOver(root, <App />);
  await screen.findByText('Buscas');
  expect(pressed).not.toHaveBeenCalled();
});

test('what was written stays, also while the app is drawn, and the focus with it', async () => {
  const root = paint();
  await userEvent.type(screen.getByLabelText('Buscar'), 'ol');
  takeOver(root, <App />);
  await userEvent.type(screen.getByLabelText('Buscar'), 'la');
  await screen.findByText('Buscas olla');
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar'));
  await userEvent.keyboard('s');
  expect(await screen.findByText('Buscas ollas')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Buscar').selectionStart).toBe(5);
});
