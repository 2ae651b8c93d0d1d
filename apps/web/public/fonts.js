// Loads the fonts, which wait in a template, after the first paint, which uses fallbacks of the same metrics (deferred-fonts.ts).
// All take effect at once, because each would lay out the page again. A browser that has loaded them before applies them at once.
// For a user who saves data (src/lib/saved-data.ts) the fallbacks stay.
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
  /** Calls `listener` after the first paint; without paint timing after the first frame. */
  function onFirstPaint(listener) {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
      requestAnimationFrame(() => setTimeout(listener));
      return;
    }
    const paints = new PerformanceObserver(() => {
      paints.disconnect();
      listener();
    });
    paints.observe({ type: 'paint', buffered: true });
  }
  async function load() {
    await Promise.all([...content.querySelectorAll('link')].map(fetched));
    apply();
    localStorage.setItem(KEY, 'seen');
  }
  let hasLoadedBefore = false;
  try {
    hasLoadedBefore = localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage every page loads them late.
  }
  if (document.documentElement.hasAttribute('data-saved-data')) return;
  if (hasLoadedBefore) apply();
  else {
    addEventListener('DOMContentLoaded', () =>
      // Without the fonts the fallbacks stay.
      onFirstPaint(() => load().catch(() => {})),
    );
  }
})();
