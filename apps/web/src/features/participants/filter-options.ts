import {
  type ComboboxItem,
  type ComboboxParsedItem,
  isOptionsGroup,
  type OptionsFilter,
} from '@mantine/core';
import { wordMatcher } from '../../lib/word-matcher.ts';

/** Filters options by their search text, up to `limit` in total; empty groups are dropped. */
export const filterOptions =
  (searchText: (option: ComboboxItem) => string): OptionsFilter =>
  ({ options, search, limit }) => {
    const isMatch = wordMatcher(search);
    let remaining = limit;
    const matching = (items: ComboboxItem[]) => {
      const matches = items.filter(item => isMatch(searchText(item))).slice(0, remaining);
      remaining -= matches.length;
      return matches;
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!isOptionsGroup(option)) return matching([option]);
      const items = matching(option.items);
      return items.length > 0 ? [{ ...option, items }] : [];
    });
  };
