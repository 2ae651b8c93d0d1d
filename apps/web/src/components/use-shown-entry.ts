import { type RefObject, useEffect } from 'react';

/** So much of the one before it stays in sight, in pixels. */
const SEEN_BEFORE = 56;

/**
 * Brings the entry at `place` into sight in a row that scrolls sideways because a phone has no room for all of it. The
 * page itself stays where it is.
 */
export function useShownEntry(row: RefObject<HTMLElement | null>, place: number): void {
  useEffect(() => {
    const show = () => {
      const entry = row.current?.children[place];
      if (row.current && entry instanceof HTMLElement)
        row.current.scrollLeft = entry.offsetLeft - SEEN_BEFORE;
    };
    show();
    // Letters that arrive later are wider than those that stood in for them.
    const fonts: FontFaceSet | undefined = document.fonts;
    fonts?.addEventListener('loadingdone', show);
    return () => fonts?.removeEventListener('loadingdone', show);
  }, [row, place]);
}
