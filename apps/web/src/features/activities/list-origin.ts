declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the list that contained the followed link. */
    isFromList?: boolean;
  }
}

/** The `state` of a link in a list: the target page can go back to that list with its filters and scroll position. */
export const fromList = { isFromList: true };
