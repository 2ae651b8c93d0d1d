/** A font face that loads a file; the fallbacks, which are installed fonts, have no url. */
const FACE = /@font-face\s*\{[^}]*url\(["']?([^"')]+)[^}]*\}/g;

/** The styles as tags, with the font files loaded after the first paint (public/fonts.js), or at once without JavaScript. */
export function deferredFonts(styles: string): string {
  const faces = [...styles.matchAll(FACE)];
  const fonts = `<style>${faces.map(([face]) => face).join('')}</style>`;
  const links = faces.map(
    ([, url]) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
  );
  return [
    `<style>${styles.replace(FACE, '')}</style>`,
    `<template id="fonts">${links.join('')}${fonts}</template>`,
    `<noscript>${fonts}</noscript>`,
    '<script src="/fonts.js"></script>',
  ].join('\n    ');
}
