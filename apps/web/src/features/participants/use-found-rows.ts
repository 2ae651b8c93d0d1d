import type { Attendance } from '@minga/contract/attendance';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { counted } from '../../lib/digits.ts';
import { FIRST_PAGE } from './api.ts';
import type { ParticipantListQuery } from './list-actions.tsx';
import { type ChosenActivity, ofStanding, ofWords, type Standing, standingChoices } from './model.ts';
import { turnout } from './turnout.ts';

/** Rows are rendered in steps of as many, so that typing and scrolling stay quick on a slow phone. */
const STEP = FIRST_PAGE;

/** The rows with the chosen standing and the searched words, and as many of them as are rendered. */
export function useFoundRows(
  activity: ChosenActivity,
  list: ParticipantListQuery,
  rows: readonly Attendance[],
) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const [standing, setStanding] = useState<Standing>('all');
  const [words, setWords] = useState('');
  const [count, setCount] = useState(STEP);
  const [isGrowing, setGrowing] = useState(false);
  // The rows tell it of a list that is loaded whole.
  const counts = useQuery({ ...turnout(activity._id), enabled: hasNextPage });
  const unreachable = counts.data?.unreachable.people;
  const choices = useMemo(
    () => standingChoices(rows, hasNextPage, unreachable),
    [rows, hasNextPage, unreachable],
  );
  // The chosen standing may have no participants any more.
  const shown = choices.some(choice => choice.standing === standing) ? standing : 'all';
  // The field answers at once, also while the rows are rendered.
  const sought = useDeferredValue(words);
  const isSearching = sought.trim() !== '';
  const isNarrowed = isSearching || shown !== 'all';
  const shownRows = useMemo(() => ofWords(ofStanding(rows, shown), sought), [rows, shown, sought]);
  const rendered = useMemo(() => shownRows.slice(0, count), [shownRows, count]);

  // The people sought may be on pages that are not loaded yet.
  useEffect(() => {
    if (isNarrowed && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNarrowed, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  // After the second frame the end of the list knows that the new rows have moved it out of view.
  useEffect(() => {
    if (!isGrowing) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setGrowing(false));
    });
    return () => cancelAnimationFrame(frame);
  }, [isGrowing]);

  const isCut = count < shownRows.length;
  const onMore = useCallback(() => {
    if (!isCut) return void fetchNextPage();
    setGrowing(true);
    setCount(current => current + STEP);
  }, [isCut, fetchNextPage]);
  const total = list.data?.total ?? 0;

  return {
    words,
    choices,
    standing: shown,
    shownRows,
    rendered,
    result: isSearching ? resultText(shownRows.length, hasNextPage && !isFetchNextPageError) : '',
    search(next: string): void {
      setWords(next);
      setCount(STEP);
    },
    choose(next: Standing): void {
      setStanding(next);
      setCount(STEP);
    },
    renderAll: () => setCount(Number.POSITIVE_INFINITY),
    more: (isCut || (total > FIRST_PAGE && !isSearching)) && {
      shown: rendered.length,
      total: isNarrowed ? shownRows.length : total,
      // Those of the pages that are still to come are not counted.
      ...(isNarrowed && hasNextPage && { countedMax: 0 }),
      hasMore: isCut || hasNextPage,
      isLoading: isGrowing || isFetchingNextPage,
      hasFailed: isFetchNextPageError,
      onMore,
    },
  };
}

function resultText(count: number, isLoading: boolean): string {
  if (isLoading) return 'Buscando…';
  return count === 0 ? 'No hay nadie con esas palabras.' : counted(count, 'resultado', 'resultados');
}
