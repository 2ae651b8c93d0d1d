import { type RefObject, useEffect } from 'react';

/** Pixels of the previous entry that stay visible. */
const PREVIOUS_VISIBLE_PX = 56;

/**
 * Scrolls the entry at `place` into view in a horizontally scrolling row. The page itself does not scroll.
 */
export function useScrollToEntry(row: RefObject<HTMLElement | null>, place: number): void {
  useEffect(() => {
    const show = () => {
      const entry = row.current?.children[place];
      if (row.current && entry instanceof HTMLElement)
        row.current.scrollLeft = entry.offsetLeft - PREVIOUS_VISIBLE_PX;
    };
    show();
    // Web fonts that load later are wider than their fallbacks.
    const fonts: FontFaceSet | undefined = document.fonts;
    fonts?.addEventListener('loadingdone', show);
    return () => fonts?.removeEventListener('loadingdone', show);
  }, [row, place]);
}
