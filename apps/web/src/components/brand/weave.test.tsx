import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { WovenPicture } from './weave.tsx';

const activity = {
  _id: '0199aaaa-0000-7000-8000-00000000000a',
  title: 'Siembra',
  image: '/imagenes/0199aaaa/1280.webp',
  picture: { width: 1280, height: 720, widths: [640, 1280], hasAvif: false, placeholder: 'data:,' },
};

test('an activity without a picture shows a weave with a label', () => {
  renderPiece(<WovenPicture of={{ ...activity, image: null, picture: null }} sizes="100vw" />);
  expect(screen.getByText('No hay imagen')).toBeTruthy();
});

test('a picture that fails to load shows a weave without the label', () => {
  renderPiece(<WovenPicture of={activity} sizes="100vw" />);
  fireEvent.error(screen.getByRole('img', { name: 'Imagen de Siembra' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByText('No hay imagen')).toBeNull();
});
