/** A font that styles ask for, with its address. Its fallback, which the device has, is none. */
const FACE = /@font-face\s*\{[^}]*url\(["']?([^"')]+)[^}]*\}/g;

/** The fonts of styles apart from the rest, in tags that bring them once the page is seen; at once without JavaScript. */
export function lateFonts(styles: string): string {
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
