import { createHash } from 'node:crypto';
import type { CSSProperties, ReactElement } from 'react';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/picture.ts';
import { light } from '../../platform/mail/palette.ts';

/** The size of the woven pattern in stitches. The pattern is symmetric about both axes. */
export const WEAVE_COLUMNS = 24;
export const WEAVE_ROWS = 45;

/** Yarn colours of a mochila (docs/web.md, Look). The first is the background. */
const PALETTES = [
  ['#0E5E4E', '#FBF8F2', '#F2B33D', '#D9694A'],
  ['#B4482B', '#FBF1DD', '#F2B33D', '#5F2415'],
  ['#2F6F9F', '#FBF8F2', '#F2B33D', '#163A55'],
  ['#1D2A26', '#F2B33D', '#E2795B', '#F4E9D2'],
] as const;

/** Indexes of the yarns from the centre of a rhombus outwards. */
const SEQUENCES = [
  [2, 0, 1, 3, 0],
  [1, 1, 0, 2, 0, 3, 0],
  [3, 2, 0, 0, 1, 0],
  [2, 0, 2, 0, 1, 1, 0],
  [1, 0, 0, 3, 2, 3, 0, 0],
] as const;
/** Numbers of rows between the centres of two rhombuses. */
const PERIODS = [15, 22, 44] as const;

/** Draws the woven pattern of an id as SVG elements, one unit per stitch. The output is deterministic. */
export function cardWeave(id: string): string {
  const seed = createHash('sha256').update(id).digest();
  const pick = <T>(list: readonly T[], index: number): T => list[(seed[index] ?? 0) % list.length] as T;
  const palette = pick(PALETTES, 0);
  const sequence = pick(SEQUENCES, 1);
  const period = pick(PERIODS, 2);
  const width = pick([2, 3], 3);
  const slope = pick([1, 2], 4);
  const shift = (seed[5] ?? 0) % sequence.length;
  const yarnAt = (column: number, row: number) => {
    const fromAxis = Math.floor(Math.abs(column - (WEAVE_COLUMNS - 1) / 2));
    const phase = (row + (period - (((WEAVE_ROWS - 1) / 2) % period))) % period;
    const fromCentre = Math.min(phase, period - phase);
    return sequence[(Math.floor((fromAxis + slope * fromCentre) / width) + shift) % sequence.length];
  };
  const stitches = Array.from({ length: WEAVE_COLUMNS * WEAVE_ROWS }, (_, index) => {
    const [column, row] = [index % WEAVE_COLUMNS, Math.floor(index / WEAVE_COLUMNS)];
    const yarn = yarnAt(column, row);
    return yarn === 0 ? '' : `<path fill="${palette[yarn ?? 1]}" d="M${column} ${row}h1v1h-1z"/>`;
  });
  return `<rect width="${WEAVE_COLUMNS}" height="${WEAVE_ROWS}" fill="${palette[0]}"/>${stitches.join('')}`;
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
