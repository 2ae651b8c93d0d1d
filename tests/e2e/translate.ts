import type { BrowserContext } from '@playwright/test';

/**
 * Translates each page of the context as Chrome does: each text node is replaced by a new one inside two `<font>`, and so is
 * each one that React adds later. React still holds the replaced nodes: it throws if it removes one or inserts before it.
 * The text stays the same, so that a test can look for it.
 */
export const translatePages = (context: BrowserContext): Promise<unknown> => context.addInitScript(translate);

function translate(): void {
  const ignored = 'font, script, style, textarea, svg, noscript, [translate="no"]';

  function translateIn(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest(ignored)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  }

  /** Hydrated elements have a property of React's. React renders translated ones that are not hydrated again. */
  const isHydrated = () =>
    !document.querySelector('#root[data-server-rendered]') &&
    [...document.querySelectorAll('#root *:not(noscript *, [class*="maplibregl"])')].every(element =>
      Object.keys(element).some(key => key.startsWith('__reactFiber')),
    );

  function start(): void {
    if (!isHydrated()) {
      requestAnimationFrame(start);
      return;
    }
    translateIn(document.body);
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) translateIn(node.parentNode ?? node);
    }).observe(document.body, { childList: true, subtree: true });
  }
  addEventListener('load', start);
}
