import type { CSSProperties, ReactElement } from 'react';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/urls.ts';
import { light } from '../../platform/mail/palette.ts';
import { WEAVE_COLUMNS, WEAVE_ROWS } from './card-weave.ts';

// In pixels: the text on the left, the weave on the right over the full height.
export const MARGIN = 64;
export const WEAVE_WIDTH = (WEAVE_COLUMNS / WEAVE_ROWS) * PREVIEW_HEIGHT;
/** The area of the text. */
export const TEXT_AREA = {
  width: PREVIEW_WIDTH - WEAVE_WIDTH - 2 * MARGIN,
  height: PREVIEW_HEIGHT - 2 * MARGIN,
};
/** With a margin, so that text that is slightly too large is not cut off. */
export const CANVAS = { width: TEXT_AREA.width + MARGIN, height: TEXT_AREA.height + MARGIN };

/** The texts of a card, in characters that its fonts have. */
export interface CardTexts {
  readonly title: string;
  readonly date: string;
  readonly place: string;
}

interface Props extends CardTexts {
  /** Font size of the title in pixels. */
  readonly titleSize: number;
}

const HEADING = 'Bricolage Grotesque, Bricolage Grotesque Ext, UnifontEX';

/** The key of the text column, whose measured height exceeds the area's if the texts do not fit. */
export const TEXT_COLUMN_KEY = 'column';

/**
 * The texts of a card for satori, which supports only flex boxes: the name at the top, the rest at the bottom. Without JSX, since the
 * image process runs the sources as they are.
 */
export const cardLayout = ({ title, date, place, titleSize }: Props): ReactElement => ({
  ...box(column, [
    box({ display: 'flex', alignItems: 'center', fontFamily: HEADING, fontSize: 38, color: light.forest }, [
      box({ width: 28, height: 28, marginRight: 16, borderRadius: 6, backgroundColor: light.maize }),
      'Minga',
    ]),
    box({ display: 'flex', flexDirection: 'column' }, [
      box({ marginTop: 24, fontFamily: HEADING, fontSize: titleSize, lineHeight: 1.12 }, title),
      box({ marginTop: 28, fontSize: 32, color: light.clay }, date),
      place !== '' && box({ marginTop: 4, fontSize: 32, color: light.soft }, place),
    ]),
  ]),
  key: TEXT_COLUMN_KEY,
});

type Child = ReactElement | string | false;

const box = (style: CSSProperties, children?: Child | Child[]): ReactElement => ({
  type: 'div',
  key: null,
  props: { style, children },
});

const column = {
  width: TEXT_AREA.width,
  minHeight: TEXT_AREA.height,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  fontFamily: 'Figtree, Figtree Ext, UnifontEX',
  lineHeight: 1.3,
  color: light.ink,
  wordBreak: 'break-word',
} as const;
