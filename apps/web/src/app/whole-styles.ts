/**
 * Resolves when the style sheet is there, which on a painted page comes with the code (first-styles.ts). If it does not
 * come, never: public/first-paint.js says so, and what is painted stays.
 */
export async function wholeStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (link === null || link.sheet !== null) return;
  await new Promise(resolve => link.addEventListener('load', resolve, { once: true }));
}
