import type { FontName } from '../../platform/paper/page-writer.ts';
import { longestWord, type TextLine, textLines } from '../../platform/paper/text-layout.ts';
import type { PosterTexts } from './rules.ts';

// The layout of a poster. All lengths are in points of a page as wide as A4; smaller pages scale it.

export const WIDTH = 595.28;
export const MARGIN = 44;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
/** The woven ribbon at the foot of the page. */
export const RIBBON = 16;
/** 4.7 cm on A4 and 3.3 cm on A5. */
export const QR = 134;
/** The space between the QR code and other content: more than four modules (ISO/IEC 18004). */
const QUIET = 26;

export type Role =
  | 'title'
  | 'day'
  | 'hours'
  | 'place'
  | 'directions'
  | 'need'
  | 'invitation'
  | 'address'
  | 'organisers';

/** A text of the poster, broken into lines. `y` is the top. */
export interface Block {
  readonly role: Role;
  readonly lines: readonly TextLine[];
  readonly size: number;
  readonly leading: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PosterLayout {
  readonly height: number;
  /** The height of the picture or the weave at the top. */
  readonly banner: number;
  readonly blocks: readonly Block[];
  /** The top of the QR code. */
  readonly qrTop: number;
  /** The baseline of the site's name. */
  readonly nameTop: number;
}

interface Style {
  readonly font: FontName;
  readonly size: number;
  readonly leading: number;
  /** The space above. */
  readonly gap: number;
}

/** The texts below the title, in the order of the page. */
const STYLES = {
  day: { font: 'heading', size: 33, leading: 1.12, gap: 24 },
  hours: { font: 'heading', size: 27, leading: 1.15, gap: 3 },
  place: { font: 'strong', size: 25, leading: 1.15, gap: 13 },
  directions: { font: 'text', size: 15, leading: 1.28, gap: 6 },
  need: { font: 'strong', size: 16, leading: 1.25, gap: 5 },
} as const satisfies Partial<Record<Role, Style>>;
/** The space above the first need. */
const NEEDS_GAP = 15;
/** The width of the mark before a need. */
export const NEED_MARK = 20;

const TITLE_SIZES = [104, 96, 88, 80, 72, 66, 60, 55, 50, 46, 42, 38, 34, 30, 26, 22] as const;
/** Words that are too long for a line at this size are broken. */
const BROKEN_WORD_SIZE = 46;
const TITLE_LEADING = 1.06;

/** The parts that give way until everything fits: first the banner, then the title, at last the small texts. */
const STAGES = [
  { banner: 0.34, title: 60, scale: 1 },
  { banner: 0.27, title: 50, scale: 1 },
  { banner: 0.2, title: 42, scale: 1 },
  { banner: 0.14, title: 38, scale: 1 },
  { banner: 0.08, title: 34, scale: 1 },
  { banner: 0.08, title: 34, scale: 0.88 },
  { banner: 0.08, title: 34, scale: 0.76 },
  { banner: 0.06, title: 26, scale: 0.66 },
  { banner: 0.03, title: 22, scale: 0.56 },
] as const;

/**
 * The top of the poster: the weave alone, a picture that is cropped to the width of the page, or one that is framed whole on the weave.
 * `max` is its greatest part of the page's height, `need` a factor of the least part in each stage.
 */
const BANNERS = {
  weave: { max: 0.36, need: 1 },
  cropped: { max: 0.46, need: 1 },
  framed: { max: 0.48, need: 1.35 },
} as const;

interface Options {
  readonly height: number;
  readonly banner: keyof typeof BANNERS;
}

/** The height of lines. Capitals and most ascenders begin at the top; the descenders of the last line are within it. */
export const heightOf = (lines: readonly TextLine[], size: number, leading: number): number =>
  lines.length === 0 ? 0 : size * (0.98 + (lines.length - 1) * leading);

/** Texts are smaller on lower pages. */
const FULL_SCALE_HEIGHT = 800;

/** Lays out a poster so that every text is whole and all fit on one page. */
export function posterLayout(texts: PosterTexts, options: Options): PosterLayout {
  const { height } = options;
  const largest = TITLE_SIZES[0] * Math.min(1, height / FULL_SCALE_HEIGHT);
  const foot = footBlocks(texts);
  for (const [index, stage] of STAGES.entries()) {
    for (const size of TITLE_SIZES.filter(one => one >= stage.title && one <= largest)) {
      const isTooWide = longestWord(texts.title, 'heading', size) > TEXT_WIDTH;
      if (isTooWide && size > BROKEN_WORD_SIZE) continue;
      const found = place(texts, foot, size, stage.scale * Math.min(1, height / FULL_SCALE_HEIGHT), options);
      if (found.banner >= stage.banner * BANNERS[options.banner].need * height || isLast(index, size))
        return found;
    }
  }
  throw new Error('the last stage fits every text');
}

const isLast = (index: number, size: number): boolean =>
  index === STAGES.length - 1 && size === TITLE_SIZES.at(-1);

/** Places the texts at these sizes above the foot of the page. The rest of the height is the banner's. */
function place(
  texts: PosterTexts,
  foot: Foot,
  titleSize: number,
  scale: number,
  { height, banner: kind }: Options,
): PosterLayout {
  const blocks: Block[] = [];
  let y = 0;
  const add = (role: Role, text: string, style: Style, { x = MARGIN, width = TEXT_WIDTH } = {}) => {
    if (text.trim() === '') return;
    const lines = textLines(text, style.font, style.size, width);
    y += style.gap;
    blocks.push({ role, lines, size: style.size, leading: style.leading, x, y, width });
    y += heightOf(lines, style.size, style.leading);
  };
  add('title', texts.title, { font: 'heading', size: titleSize, leading: TITLE_LEADING, gap: 30 });
  for (const role of ['day', 'hours', 'place', 'directions'] as const) {
    const text =
      role === 'directions' && texts.directions !== '' ? `Cómo llegar: ${texts.directions}` : texts[role];
    add(role, text, scaled(STYLES[role], scale));
  }
  texts.needs.forEach((need, index) => {
    const style = scaled(STYLES.need, scale);
    const box = { x: MARGIN + NEED_MARK, width: TEXT_WIDTH - NEED_MARK };
    add('need', need, index === 0 ? { ...style, gap: NEEDS_GAP * scale } : style, box);
  });
  const contentHeight = y;
  const footTop = height - RIBBON - QUIET - foot.height;
  const free = footTop - QUIET - contentHeight;
  const banner = Math.min(free, BANNERS[kind].max * height);
  // The height that the banner leaves goes above the title, between title and day, and above the foot, in equal parts.
  const rest = Math.max(0, free - banner) / 3;
  const moved = blocks.map(block => ({
    ...block,
    y: block.y + banner + rest * (block.role === 'title' ? 1 : 2),
  }));
  return {
    height,
    banner,
    blocks: [...moved, ...foot.blocks.map(block => ({ ...block, y: block.y + footTop }))],
    qrTop: footTop + foot.height - QR,
    nameTop: footTop + foot.height - NAME_HEIGHT,
  };
}

const scaled = (style: Style, scale: number): Style => ({
  ...style,
  size: style.size * scale,
  gap: style.gap * scale,
});

const FOOT_WIDTH = TEXT_WIDTH - QR - QUIET;
export const QR_LEFT = WIDTH - MARGIN - QR;
/** The height of the logo with the site's name. */
export const NAME_HEIGHT = 30;

const ADDRESS_SIZES = [24, 22, 20, 18, 16, 14, 12.5];
const ORGANISERS_SIZES = [15, 13.5, 12, 10.5];

interface Foot {
  readonly blocks: readonly Block[];
  readonly height: number;
}

/** The texts next to the QR code, from the top of the foot. */
function footBlocks(texts: PosterTexts): Foot {
  const blocks: Block[] = [];
  let y = 0;
  const add = (role: Role, lines: readonly TextLine[], size: number, leading: number, gap: number) => {
    y += gap;
    blocks.push({ role, lines, size, leading, x: MARGIN, y, width: FOOT_WIDTH });
    y += heightOf(lines, size, leading);
  };
  const fitting = (text: string, font: FontName, sizes: readonly number[], linesMax: number) => {
    let fitted = { size: 0, lines: [] as readonly TextLine[] };
    for (const size of sizes) {
      fitted = { size, lines: textLines(text, font, size, FOOT_WIDTH) };
      if (fitted.lines.length <= linesMax) break;
    }
    return fitted;
  };
  add('invitation', textLines(INVITATION, 'text', 14, FOOT_WIDTH), 14, 1.2, 0);
  const address = fitting(texts.address, 'strong', ADDRESS_SIZES, 1);
  add('address', address.lines, address.size, 1.1, 4);
  const organisers = fitting(`Organiza: ${texts.organisers}`, 'text', ORGANISERS_SIZES, 2);
  add('organisers', organisers.lines, organisers.size, 1.2, 10);
  return { blocks, height: Math.max(QR, y + 14 + NAME_HEIGHT) };
}

const INVITATION = 'Confirma que vienes: escanea el código o escribe';
