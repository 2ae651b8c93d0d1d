import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { ImagePicker } from './image-picker.tsx';

const photo = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });
const text = new File(['acta'], 'acta.pdf', { type: 'application/pdf' });
const REFUSED = 'Solo imágenes';

function Field() {
  const [value, setValue] = useState<File | 'current' | null>(null);
  return (
    <>
      <textarea aria-label="Descripción" />
      <ImagePicker
        label="Imagen"
        hint="JPG"
        types={['image/jpeg', 'image/png']}
        value={value}
        currentUrl={null}
        onChange={setValue}
        validate={file => (file.type.startsWith('image/') ? null : REFUSED)}
        unreadable={REFUSED}
      />
    </>
  );
}

const preview = () => screen.queryByRole('img', { name: 'Vista previa: foto.jpg' });
const paste = (files: File[], types: string[] = ['Files']) =>
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { files, types } });

test('a picture can be pasted anywhere on the page', () => {
  renderPiece(<Field />);
  paste([photo]);
  expect(preview()).toBeTruthy();
  expect(screen.getByText('Imagen elegida: foto.jpg')).toBeTruthy();
});

test('text pasted with a picture goes to the focused field', () => {
  renderPiece(<Field />);
  screen.getByRole('textbox', { name: 'Descripción' }).focus();
  expect(paste([photo], ['text/plain', 'Files'])).toBe(true);
  expect(preview()).toBeNull();
});

test('a pasted file that is no picture is rejected', () => {
  renderPiece(<Field />);
  paste([text]);
  expect(screen.getByRole('alert').textContent).toBe(REFUSED);
  paste([photo]);
  expect(screen.getByRole('alert').textContent).toBe('');
});

test("a phone's camera opens with one press", () => {
  renderPiece(<Field />);
  const camera = screen.getByLabelText<HTMLInputElement>('Tomar una foto');
  expect(camera.getAttribute('capture')).toBe('environment');
  expect(camera.accept).toBe('image/jpeg,image/png');
  fireEvent.change(camera, { target: { files: [photo] } });
  expect(preview()).toBeTruthy();
});

test('a file dropped outside the area does not replace the page', () => {
  renderPiece(<Field />);
  expect(fireEvent.drop(document.body, { dataTransfer: { files: [photo] } })).toBe(false);
  expect(preview()).toBeNull();
});
