import type { Drawing } from '../platform/images/drawing.ts';
import type { ActivityTemplate } from './activity-templates.ts';

/** The size of the scene in its coordinates. */
const WIDTH = 1280;
const HEIGHT = 720;
/** The size of the picture in pixels, three quarters of the scene's, since encoding takes most of the time of a demo's start. */
const SIZE = { width: 960, height: 540 };

const skies = ['#F7D9A0', '#CFE3EA', '#F3C9A8', '#DDE9D3', '#F9E4B7'];
const hills = ['#0E5E4E', '#2C7A5B', '#3F8F6B', '#5B8F4E', '#1F6B6B'];
const accents = ['#B4482B', '#F2B33D', '#2F6F9F', '#8C3B5A', '#D97B2E'];

/** A generated image: hills, a sun and the activity's scene, varied by `seed`. */
export function pictureOf(scene: ActivityTemplate['scene'], seed: number): Drawing {
  const random = seededRandom(seed);
  const pick = (colours: string[]) => colours[Math.floor(random() * colours.length)] ?? '#0E5E4E';
  const accent = pick(accents);
  const background = pick(skies);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <circle cx="${200 + random() * 880}" cy="${120 + random() * 120}" r="${50 + random() * 40}" fill="#F2B33D"/>
    ${[0, 1, 2].map(row => hill(row, pick(hills), random)).join('')}
    <g transform="translate(0 -80)">${scenes[scene](accent, random)}</g>
    ${weave(accent)}
  </svg>`;
  return { ...SIZE, background, layers: [{ svg, left: 0, top: 0 }], format: 'jpeg' };
}

function hill(row: number, colour: string, random: () => number): string {
  const base = 330 + row * 90;
  const points = [0, 320, 640, 960, 1280].map(x => `${x},${base - random() * 130}`);
  return `<polygon points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}" fill="${colour}" opacity="${0.55 + row * 0.2}"/>`;
}

const scenes: Record<ActivityTemplate['scene'], (accent: string, random: () => number) => string> = {
  river: (_accent, random) =>
    `<path d="M ${500 + random() * 200} 400 C 400 520, 800 560, ${300 + random() * 300} 720 L 900 720 C 1000 580, 700 520, 760 400 Z" fill="#7FB6CC"/>`,
  trees: (_accent, random) =>
    spread(7, random)
      .map(
        x =>
          `<rect x="${x - 8}" y="520" width="16" height="80" fill="#6B4A2F"/><circle cx="${x}" cy="490" r="${45 + random() * 30}" fill="#2C7A5B"/>`,
      )
      .join(''),
  pot: accent =>
    `<path d="M 480 470 h 320 l -30 150 h -260 z" fill="#1D2A26"/><rect x="460" y="450" width="360" height="26" rx="13" fill="#33443E"/>
     <path d="M 560 430 q 20 -40 0 -80 M 640 430 q 20 -40 0 -80 M 720 430 q 20 -40 0 -80" stroke="#FBF8F2" stroke-width="10" fill="none"/>
     <path d="M 500 650 l 60 -40 60 40 60 -40 60 40 40 -30" stroke="${accent}" stroke-width="16" fill="none"/>`,
  books: (accent, random) =>
    spread(9, random)
      .map(
        (x, index) =>
          `<rect x="${x}" y="${480 + (index % 3) * 20}" width="46" height="140" rx="4" fill="${index % 2 ? accent : '#FBF8F2'}"/>`,
      )
      .join(''),
  music: (accent, random) =>
    spread(5, random)
      .map(
        x =>
          `<ellipse cx="${x}" cy="600" rx="60" ry="20" fill="#FBF8F2"/><path d="M ${x - 60} 600 v 60 a 60 20 0 0 0 120 0 v -60" fill="${accent}"/>`,
      )
      .join(''),
  houses: (accent, random) =>
    spread(6, random)
      .map(
        x =>
          `<rect x="${x - 50}" y="520" width="100" height="90" fill="#FBF8F2"/><polygon points="${x - 65},520 ${x},460 ${x + 65},520" fill="${accent}"/><rect x="${x - 14}" y="560" width="28" height="50" fill="#6B4A2F"/>`,
      )
      .join(''),
};

/** Returns `count` horizontal positions with some jitter. */
const spread = (count: number, random: () => number): number[] =>
  Array.from({ length: count }, (_, index) =>
    Math.round(((index + 0.5) / count) * WIDTH + (random() - 0.5) * 60),
  );

function weave(accent: string): string {
  const diamonds = Array.from({ length: 32 }, (_, index) => {
    const x = index * 40 + 20;
    return `<polygon points="${x},676 ${x + 18},698 ${x},720 ${x - 18},698" fill="${index % 2 ? '#F2B33D' : '#FBF8F2'}"/>`;
  });
  return `<rect y="676" width="100%" height="44" fill="${accent}"/>${diamonds.join('')}`;
}

/** A seeded pseudo-random generator of numbers in [0, 1), after mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
}
