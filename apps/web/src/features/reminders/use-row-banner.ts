import { useState } from 'react';
import { type Banner, useBanner } from './use-banner.ts';

/**
 * The banner of a list, seen at the row that it is about: in a long list its head is out of sight. Of a row that is gone
 * it is told at the head (null).
 */
export function useRowBanner(ids: readonly string[]): (id: string | null) => Banner {
  const banner = useBanner();
  const [about, setAbout] = useState<string | null>(null);
  const place = about !== null && ids.includes(about) ? about : null;

  return id => ({
    success: place === id ? banner.success : null,
    failure: place === id ? banner.failure : null,
    succeed: text => {
      setAbout(id);
      banner.succeed(text);
    },
    fail: text => {
      setAbout(id);
      banner.fail(text);
    },
  });
}
