declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one in the browser's history is the list that led here. */
    isFromList?: boolean;
  }
}

/** As a link's `state`: the page that it leads to knows its way back to this very list, filters and place included. */
export const fromList = { isFromList: true };
