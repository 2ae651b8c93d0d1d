import { expect, test } from 'vitest';
import css from './tokens.css?raw';

/** Hex colours of the tokens in one scheme. */
function tokensOf(scheme: 'light' | 'dark'): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, value] of css.matchAll(/--minga-([\w-]+): (#\w{6}|light-dark\(#\w{6}, #\w{6}\));/g)) {
    const [light = '', dark = light] = value?.match(/#\w{6}/g) ?? [];
    found[name ?? ''] = scheme === 'light' ? light : dark;
  }
  return found;
}

/** WCAG 2.2: relative luminance of an sRGB colour. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'surface', 'sunken'];
const hues = ['forest', 'maize', 'clay', 'sky', 'purple'];
const pairs: [text: string, ground: string][] = [
  ...grounds.flatMap(ground =>
    ['ink', 'ink-soft', 'placeholder', ...hues.map(hue => `${hue}-text`)].map((text): [string, string] => [
      text,
      ground,
    ]),
  ),
  ...hues.flatMap((hue): [string, string][] => [
    [`${hue}-contrast`, hue],
    [`${hue}-contrast`, `${hue}-hover`],
    [`${hue}-text`, `${hue}-soft`],
    [`${hue}-text`, `${hue}-soft-hover`],
    ['ink', `${hue}-soft`],
  ]),
];

for (const scheme of ['light', 'dark'] as const) {
  const tokens = tokensOf(scheme);
  const ratio = (one: string, other: string) => contrast(tokens[one] ?? '#', tokens[other] ?? '#');

  test(`${scheme}: every pair of text and ground reaches 4.5 : 1`, () => {
    const weak = pairs.filter(([text, ground]) => !(ratio(text, ground) >= 4.5));
    expect(weak.map(([text, ground]) => `${text} on ${ground}: ${ratio(text, ground).toFixed(2)}`)).toEqual(
      [],
    );
  });

  test(`${scheme}: borders of fields and the focus ring reach 3 : 1`, () => {
    const weak = ['line-strong', 'sky', 'clay'].filter(
      line => !(ratio(line, 'surface') >= 3 && ratio(line, 'ground') >= 3),
    );
    expect(weak).toEqual([]);
  });
}
