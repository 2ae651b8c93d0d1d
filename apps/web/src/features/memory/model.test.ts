import { describe, expect, test } from 'vitest';
import { imageWidths } from './memory-image.tsx';
import { addPictures, arePicturesChanged, draftPictures, submittedPictures } from './model.ts';

const image = (id: string) => ({ _id: id, url: `/imagenes/${id}/1280.webp` });
const memory = { text: '', images: [image('a'), image('b')] };
const chosen = (key: string) => ({ key, file: new File(['x'], `${key}.jpg`, { type: 'image/jpeg' }) });

describe('pictures', () => {
  test('are added after those that are there; rejected files are named', () => {
    const one = chosen('c');
    const bad = chosen('malo');
    const errorOf = (file: File) => (file === bad.file ? 'No sirve' : null);
    const { pictures, errors } = addPictures(draftPictures(memory), [one, bad], errorOf);
    expect(pictures.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(errors).toEqual(['«malo.jpg»: No sirve']);
    expect(submittedPictures(pictures)).toEqual({ keep: ['a', 'b'], files: [one.file] });
    expect(arePicturesChanged(pictures, memory)).toBe(true);
    expect(arePicturesChanged(draftPictures(memory), memory)).toBe(false);
  });

  test('are twelve at most', () => {
    const many = Array.from({ length: 12 }, (_, index) => chosen(`n${index}`));
    const { pictures, errors } = addPictures(draftPictures(memory), many, () => null);
    expect(pictures).toHaveLength(12);
    expect(errors).toEqual(['Caben 12 fotos: las demás quedaron por fuera']);
  });
});

test.each([
  ['/imagenes/a/1280.webp', [320, 640, 1280]],
  ['/imagenes/a/900.webp', [320, 640, 900]],
  ['/imagenes/a/320.webp', [320]],
  ['/imagenes/a/40.webp', [40]],
  ['data:', []],
])('the widths of %s are %j', (url, widths) => {
  expect(imageWidths(url)).toEqual(widths);
});
