import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { MessageBox } from './message-box.tsx';
import { useTimedMessage } from './use-timed-message.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Props {
  kind?: 'error' | 'success';
  says: string | string[];
  stays?: boolean;
}

function Speaker({ kind = 'error', says, stays = false }: Props) {
  const { message, show } = useTimedMessage();
  return (
    <>
      <button type="button" onClick={() => show(says, { stays })}>
        Decir
      </button>
      <MessageBox kind={kind} message={message} />
    </>
  );
}

const speak = () => act(() => screen.getByRole('button').click());
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isSeen = (text: string) => !screen.getByText(text).closest('.unseen');

test('the live region exists before its text', () => {
  renderPiece(<Speaker says="Error al iniciar sesión" />);
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a single sentence is a paragraph', () => {
  renderPiece(<Speaker kind="success" says="Email de verificación reenviado" />);
  speak();
  expect(screen.getByRole('status').textContent).toBe('Email de verificación reenviado');
  expect(screen.queryByRole('list')).toBeNull();
});

test('a single error is a list with one item', () => {
  renderPiece(<Speaker says="Error al iniciar sesión" />);
  speak();
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Error al iniciar sesión']);
});

test('several are a list', () => {
  renderPiece(<Speaker says={['El título es requerido', 'La fecha es requerida']} />);
  speak();
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'El título es requerido',
    'La fecha es requerida',
  ]);
});

test('after five seconds it is visually hidden, but stays available to screen readers', () => {
  renderPiece(<Speaker says="Correo o contraseña incorrectos" />);
  speak();
  wait(4999);
  expect(isSeen('Correo o contraseña incorrectos')).toBe(true);
  wait(1);
  expect(isSeen('Correo o contraseña incorrectos')).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe('Correo o contraseña incorrectos');
});

test('a repeated message restarts the five seconds', () => {
  renderPiece(<Speaker says="Otra vez" />);
  speak();
  wait(3000);
  speak();
  wait(3000);
  expect(isSeen('Otra vez')).toBe(true);
});

test('a permanent message stays visible until it is cleared', () => {
  renderPiece(<Speaker says="La fecha no es válida" stays />);
  speak();
  wait(60_000);
  expect(isSeen('La fecha no es válida')).toBe(true);
});
