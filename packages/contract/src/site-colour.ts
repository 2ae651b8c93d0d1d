// The shades of the site's colour (docs/rules.md R25.2). A colour is never refused: its lightness is changed until every text has the
// contrast of WCAG 2.2 AA, as the colours of apps/web/src/theme/tokens.css have.

/** The shades of one colour scheme, which replace the tokens `--minga-forest…`. */
export interface Shades {
  /** Buttons and other surfaces. */
  readonly base: string;
  readonly hover: string;
  /** Text on `base` and `hover`. */
  readonly contrast: string;
  /** Pale surfaces. */
  readonly soft: string;
  readonly softHover: string;
  /** Text on pale surfaces and on the page. */
  readonly text: string;
}

export type Scheme = 'light' | 'dark';

/** The contrast of WCAG 2.2 for texts of any size. */
export const CONTRAST_MIN = 4.5;

/** The grounds of the two schemes, the lightest and the darkest of which decide, and the colours of text on the site's colour. */
const schemes = {
  light: { grounds: ['#fbf8f2', '#fffefb', '#f4eee2'], contrast: '#ffffff', soft: [0.1, 0.17], step: -1 },
  dark: { grounds: ['#121c19', '#1a2723', '#0d1512'], contrast: '#0b1f19', soft: [0.14, 0.2], step: 1 },
} as const;

type Channels = readonly [number, number, number];

const channelsOf = (colour: string): Channels =>
  [1, 3, 5].map(start => Number.parseInt(colour.slice(start, start + 2), 16)) as unknown as Channels;

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance of WCAG 2.2, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(value => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour with another lightness of HSL, from 0 to 100, and the same hue and saturation. */
function withLightness(colour: string, lightness: number): string {
  const [red, green, blue] = channelsOf(colour).map(channel => channel / 255) as unknown as Channels;
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const chroma = most - least;
  const middle = (most + least) / 2;
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * middle - 1));
  const wanted = lightness / 100;
  const spread = saturation * (1 - Math.abs(2 * wanted - 1));
  const scaled = (channel: number) => (chroma === 0 ? 0 : ((channel - middle) / chroma) * spread) + wanted;
  return hexOf([red, green, blue].map(channel => Math.min(1, Math.max(0, scaled(channel))) * 255));
}

function lightnessOf(colour: string): number {
  const channels = channelsOf(colour);
  return ((Math.max(...channels) + Math.min(...channels)) / 2 / 255) * 100;
}

const mix = (ground: string, colour: string, share: number): string => {
  const over = channelsOf(colour);
  return hexOf(channelsOf(ground).map((channel, index) => channel + ((over[index] ?? 0) - channel) * share));
};

/** How much `hover` differs from `base`, in percent of lightness. */
const HOVER = 6;

/** The shades of a colour `#rrggbb` in one scheme: the colour itself if it has enough contrast, else the nearest lightness that has. */
export function shadesOf(colour: string, scheme: Scheme): Shades {
  const { grounds, contrast, soft, step } = schemes[scheme];
  const limit = step < 0 ? 0 : 100;
  for (let lightness = lightnessOf(colour); ; lightness += step) {
    const isLast = step < 0 ? lightness <= limit : lightness >= limit;
    const own = isLast ? limit : lightness;
    const base = withLightness(colour, own);
    const shades: Shades = {
      base,
      hover: withLightness(colour, Math.min(100, Math.max(0, own + step * HOVER))),
      contrast,
      soft: mix(grounds[1], base, soft[0]),
      softHover: mix(grounds[1], base, soft[1]),
      text: base,
    };
    if (isLast || hasContrast(shades, grounds)) return shades;
  }
}

const hasContrast = ({ base, hover, contrast, soft, softHover, text }: Shades, grounds: readonly string[]) =>
  [base, hover].every(surface => contrastOf(contrast, surface) >= CONTRAST_MIN) &&
  [soft, softHover, ...grounds].every(ground => contrastOf(text, ground) >= CONTRAST_MIN);

/** The darker shade of a colour for wide surfaces with white text in the dark scheme. */
export const bandOf = (colour: string): string => {
  const { base } = shadesOf(colour, 'light');
  return withLightness(base, lightnessOf(base) * 0.72);
};
