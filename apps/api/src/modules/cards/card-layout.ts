import type { CSSProperties, ReactElement } from 'react';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/picture.ts';
import { WEAVE_COLUMNS, WEAVE_ROWS, weaveOf } from '../../platform/images/weave.ts';
import { light } from '../../platform/mail/palette.ts';
import type { Brand } from '../../platform/site/brand.ts';

/** Draws the woven pattern of an id as SVG elements, one unit per stitch. The output is deterministic. */
export function cardWeave(id: string): string {
  const colourAt = weaveOf(id);
  const stitches = Array.from({ length: WEAVE_COLUMNS * WEAVE_ROWS }, (_, index) => {
    const [column, row] = [index % WEAVE_COLUMNS, Math.floor(index / WEAVE_COLUMNS)];
    return `<path fill="${colourAt(column, row)}" d="M${column} ${row}h1v1h-1z"/>`;
  });
  return stitches.join('');
}

// The layout in pixels: the text is on the left, and the woven pattern fills the full height on the right.
export const MARGIN = 64;
export const WEAVE_WIDTH = (WEAVE_COLUMNS / WEAVE_ROWS) * PREVIEW_HEIGHT;
/** The area of the text. */
export const TEXT_AREA = {
  width: PREVIEW_WIDTH - WEAVE_WIDTH - 2 * MARGIN,
  height: PREVIEW_HEIGHT - 2 * MARGIN,
};
/** The size of the rendered text. It includes a margin, so that slightly oversized text is not cut off. */
export const CANVAS = { width: TEXT_AREA.width + MARGIN, height: TEXT_AREA.height + MARGIN };

/** The texts of a card, which contain only characters of its fonts. */
export interface CardTexts {
  readonly title: string;
  readonly date: string;
  readonly place: string;
}

interface Props extends CardTexts {
  readonly brand: Brand;
  /** Font size of the title in pixels. */
  readonly titleSize: number;
}

const HEADING = 'Bricolage Grotesque, Bricolage Grotesque Ext, UnifontEX';

/** The key of the text column, whose measured height exceeds the area's if the texts do not fit. */
export const TEXT_COLUMN_KEY = 'column';

/**
 * The element tree of a card for satori, which supports only flexbox: the site's name at the top, the texts at the bottom. It does
 * not use JSX, because the image process runs the sources without compilation.
 */
export const cardLayout = ({ title, date, place, titleSize, brand }: Props): ReactElement => ({
  ...box(column, [
    box({ display: 'flex', alignItems: 'center', fontFamily: HEADING, fontSize: 38, color: brand.forest }, [
      box({ width: 28, height: 28, marginRight: 16, borderRadius: 6, backgroundColor: light.maize }),
      brand.name,
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
