import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { CharacterCount } from './character-count.tsx';

test.each([
  ['Ana', '3 de 4 caracteres'],
  ['🌱🌱🌱🌱', '4 de 4 caracteres'],
  ['Ánimo', 'Sobra 1\u00a0· 5 de 4 caracteres'],
  ['Ánimos', 'Sobran 2\u00a0· 6 de 4 caracteres'],
  ['a'.repeat(1204), 'Sobran 1.200\u00a0· 1.204 de 4 caracteres'],
])('%s: %s', (text, count) => {
  renderPiece(<CharacterCount text={text} max={4} />);
  expect(
    screen.getByText((_, element) => element?.tagName === 'SPAN' && element.textContent === count),
  ).toBeTruthy();
});
