import { render, screen } from '@testing-library/react';
import { encodeQR } from 'qr';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const TEXT = 'https://minga.example.org/llegada/kX3v9aQ2-_mN5pR7tY1uIg';

test('draws exactly the modules of the code, within four modules of white', () => {
  render(<QrCode text={TEXT} label="Tu código" />);
  const image = screen.getByRole('img', { name: 'Tu código' });
  const size = Number(image.getAttribute('viewBox')?.split(' ')[2]);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const path = image.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  expect(drawn).toEqual(encodeQR(TEXT, 'raw', { border: 4 }));
  expect([...drawn.slice(0, 4), ...drawn.slice(-4)].flat()).not.toContain(true);
});
