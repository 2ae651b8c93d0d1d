import {
  type ComboboxItem,
  type ComboboxParsedItem,
  isOptionsGroup,
  type OptionsFilter,
} from '@mantine/core';
import { hasWords } from './has-words.ts';

/** Finds the options whose text holds all that was typed, `limit` of them in all; groups without any are left out. */
export const optionsWith =
  (textOf: (option: ComboboxItem) => string): OptionsFilter =>
  ({ options, search, limit }) => {
    let left = limit;
    const found = (items: ComboboxItem[]) => {
      const fitting = items.filter(item => hasWords(textOf(item), search)).slice(0, left);
      left -= fitting.length;
      return fitting;
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!isOptionsGroup(option)) return found([option]);
      const items = found(option.items);
      return items.length > 0 ? [{ ...option, items }] : [];
    });
  };
