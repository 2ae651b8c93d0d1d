import { Textarea } from '@mantine/core';
import type { ComponentProps, CSSProperties } from 'react';
import classes from './texts.module.css';

interface Props extends Omit<ComponentProps<typeof Textarea>, 'autosize' | 'style' | 'classNames'> {
  /** The visible lines while it is empty. */
  minRows: number;
  /** The visible lines at most; by default it is as high as its text. */
  maxRows?: number;
}

/**
 * A field of several lines that is as high as its text. The style sheet sizes it: Mantine's `autosize` measures the text with each key
 * and when it appears, which lays out the whole page several times within the press.
 */
export const GrowingTextarea = ({ minRows, maxRows, ...props }: Props) => (
  <Textarea
    {...props}
    rows={minRows}
    classNames={{ input: classes.growing ?? '' }}
    style={{ '--minga-min-rows': minRows, '--minga-max-rows': maxRows } as CSSProperties}
  />
);
