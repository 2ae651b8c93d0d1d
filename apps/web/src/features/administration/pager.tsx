import { Pagination } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import { digits } from '../../lib/digits.ts';
import classes from './panel.module.css';

interface Props {
  /** From 1 on. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** 'Página 3 de 10.000', with buttons for the neighbouring pages and for both ends. */
export function Pager({ page, pageCount, onPage }: Props) {
  // A disabled button would lose the focus of a reader who has just reached an end.
  const atFirst = { disabled: false, 'aria-disabled': page === 1 || undefined };
  const atLast = { disabled: false, 'aria-disabled': page === pageCount || undefined };
  return (
    <Pagination.Root
      size="xl"
      value={page}
      total={pageCount}
      onChange={next => next !== page && onPage(next)}
      classNames={{ control: classes.pageButton }}
    >
      <nav aria-label="Páginas" className={`row ${classes.pager}`}>
        <Pagination.First icon={IconChevronsLeft} aria-label="Primera página" {...atFirst} />
        <Pagination.Previous icon={IconChevronLeft} aria-label="Página anterior" {...atFirst} />
        <span className={classes.pageText}>{`Página ${digits(page)} de ${digits(pageCount)}`}</span>
        <Pagination.Next icon={IconChevronRight} aria-label="Página siguiente" {...atLast} />
        <Pagination.Last icon={IconChevronsRight} aria-label="Última página" {...atLast} />
      </nav>
    </Pagination.Root>
  );
}

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
