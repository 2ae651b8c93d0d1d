import { useState } from 'react';
import { type Banner, useBanner } from './use-banner.ts';

/**
 * The banner of a list, shown at the affected row, because the top of a long list may be out of view. If the row no longer
 * exists, it is shown at the top (null).
 */
export function useRowBanner(ids: readonly string[]): (id: string | null) => Banner {
  const banner = useBanner();
  const [rowId, setRowId] = useState<string | null>(null);
  const shownAt = rowId !== null && ids.includes(rowId) ? rowId : null;

  return id => ({
    success: shownAt === id ? banner.success : null,
    failure: shownAt === id ? banner.failure : null,
    showSuccess: text => {
      setRowId(id);
      banner.showSuccess(text);
    },
    showError: text => {
      setRowId(id);
      banner.showError(text);
    },
  });
}
