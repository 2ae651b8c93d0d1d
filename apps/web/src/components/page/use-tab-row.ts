import { type RefObject, useEffect } from 'react';

/** Pixels of the previous tab that stay visible. */
const PREVIOUS_VISIBLE_PX = 56;

const CURRENT = '[aria-current="page"], [aria-selected="true"]';

/**
 * Scrolls the row until its current tab is whole in view, again when `current` changes, and marks the sides on which more tabs are
 * (tab-row.module.css). The page itself does not scroll.
 */
export function useTabRow(list: RefObject<HTMLElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current tab has to be in view, too.
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    const mark = () => {
      row.toggleAttribute('data-before', row.scrollLeft > 1);
      row.toggleAttribute('data-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    };
    const show = () => {
      const tab = row.querySelector<HTMLElement>(CURRENT);
      if (tab)
        row.scrollLeft =
          tab.offsetLeft - Math.min(PREVIOUS_VISIBLE_PX, Math.max(0, row.clientWidth - tab.offsetWidth));
      mark();
    };
    show();
    // Web fonts that load later are wider than their fallbacks.
    const fonts: FontFaceSet | undefined = document.fonts;
    fonts?.addEventListener('loadingdone', show);
    row.addEventListener('scroll', mark, { passive: true });
    addEventListener('resize', mark);
    return () => {
      fonts?.removeEventListener('loadingdone', show);
      row.removeEventListener('scroll', mark);
      removeEventListener('resize', mark);
    };
  }, [list, current]);
}
