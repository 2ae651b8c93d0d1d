const sheetLink = () => document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');

/**
 * Resolves when the style sheet is there, which on a painted page comes with the code (first-styles.ts). If it does not
 * come, never: public/first-paint.js says so, and what is painted stays.
 */
export async function wholeStyles(): Promise<void> {
  const link = sheetLink();
  if (link === null || link.sheet !== null) return;
  await new Promise(resolve => link.addEventListener('load', resolve, { once: true }));
}

/** Lets it take effect. What is painted looks the same by it: to style that once more would be for nothing. */
export function applyWholeStyles(): void {
  const link = sheetLink();
  if (link !== null) link.media = 'all';
}
