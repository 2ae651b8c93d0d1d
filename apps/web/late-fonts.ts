/** A font that styles ask for. Its fallback, which the device has, is none. */
const FACE = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/** The fonts of styles apart from the rest, in tags that bring them once the page is seen; at once without JavaScript. */
export function lateFonts(styles: string): string {
  const fonts = `<style>${styles.match(FACE)?.join('')}</style>`;
  return [
    `<style>${styles.replace(FACE, '')}</style>`,
    `<template id="fonts">${fonts}</template>`,
    `<noscript>${fonts}</noscript>`,
    '<script src="/fonts.js"></script>',
  ].join('\n    ');
}
