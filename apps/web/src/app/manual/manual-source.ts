const texts = import.meta.glob<string>('../../../../../docs/manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pictures = import.meta.glob<string>('../../../../../docs/manual/imagenes/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const byName = (files: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(files).map(([path, content]) => [path.replace(/^.*\/|\.\w+$/g, ''), content]));

/** The Markdown of the manual's pages by name. */
export const manualTexts = (): Map<string, string> => byName(texts);

/** The addresses of the manual's pictures by name. */
export const manualPictures = (): Map<string, string> => byName(pictures);
