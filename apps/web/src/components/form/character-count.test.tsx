import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { CharacterCount } from './character-count.tsx';

test.each([
  ['Ana', '3 de 4 caracteres'],
  ['🌱🌱🌱🌱', '4 de 4 caracteres'],
  ['Ánimo', 'Sobran 1 · 5 de 4 caracteres'],
])('%s: %s', (text, count) => {
  renderPiece(<CharacterCount text={text} max={4} />);
  expect(
    screen.getByText((_, element) => element?.tagName === 'SPAN' && element.textContent === count),
  ).toBeTruthy();
});
