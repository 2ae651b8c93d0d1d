// The fonts wait in a template until the page is seen, in which their fallbacks take the same room: on a slow line nobody
// waits for them. Who has had them before sees them at once. The build puts this into the documents (late-fonts.ts).
(() => {
  const KEY = 'minga.fonts';
  const bring = () => document.head.append(document.getElementById('fonts').content);
  const remember = () => {
    try {
      localStorage.setItem(KEY, 'seen');
    } catch {
      // Storage is switched off: the next page brings them late as well.
    }
  };
  let isKnown = false;
  try {
    isKnown = localStorage.getItem(KEY) !== null;
  } catch {
    // As above.
  }
  if (isKnown) bring();
  else {
    addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() =>
        setTimeout(() => {
          bring();
          document.fonts.load('1em "Figtree Variable"').then(remember, () => {});
        }),
      ),
    );
  }
})();
