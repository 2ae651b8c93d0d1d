// The fonts wait in a template until the page is seen, in which their fallbacks take the same room: on a slow line nobody
// waits for them. All take effect at once: each by itself would have the page laid out again. Who has had them before
// sees them from the beginning. The build puts this into the documents (late-fonts.ts).
(() => {
  const KEY = 'minga.fonts';
  const { content } = document.getElementById('fonts');
  const apply = () => document.head.append(content);
  const fetched = link =>
    new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', reject);
      document.head.append(link);
    });
  /** A frame that was asked for is seen some time after it was drawn; not all browsers tell when. */
  function whenSeen(begin) {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
      requestAnimationFrame(() => setTimeout(begin));
      return;
    }
    const paints = new PerformanceObserver(() => {
      paints.disconnect();
      begin();
    });
    paints.observe({ type: 'paint', buffered: true });
  }
  async function bring() {
    await Promise.all([...content.querySelectorAll('link')].map(fetched));
    apply();
    localStorage.setItem(KEY, 'seen');
  }
  let isKnown = false;
  try {
    isKnown = localStorage.getItem(KEY) !== null;
  } catch {
    // Storage is switched off: each page brings them late.
  }
  if (isKnown) apply();
  else {
    addEventListener('DOMContentLoaded', () =>
      // Without them, or without storage, the page is as good.
      whenSeen(() => bring().catch(() => {})),
    );
  }
})();
