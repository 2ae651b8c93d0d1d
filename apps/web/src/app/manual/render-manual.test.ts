import { SOURCE_SLOT } from '@minga/contract/server-rendering';
import { describe, expect, it } from 'vitest';
import { renderManual } from './render-manual.tsx';

const documents = renderManual(() => ({ width: 720, height: 1640 })).map(({ path, html, head }) => ({
  path,
  head,
  page: new DOMParser().parseFromString(html, 'text/html'),
}));
const pages = new Map(documents.map(({ path, page }) => [path, page]));

describe.each(documents)('$path', ({ path, head, page }) => {
  it('has one title and headings in order', () => {
    const depths = [...page.querySelectorAll('h1, h2, h3')].map(({ localName }) => Number(localName[1]));
    expect(depths.filter(depth => depth === 1)).toEqual([1]);
    expect(depths.every((depth, place) => depth <= (depths[place - 1] ?? 0) + 1)).toBe(true);
    expect(head).toMatch(/<title>[^<]*Ayuda de Minga<\/title><meta name="description" content="[^"]{20,}"/);
  });

  it('has one place for the link to the source code', () => {
    expect(page.body.innerHTML.split(SOURCE_SLOT)).toHaveLength(2);
  });

  it('has no broken links', () => {
    for (const { href, id, to } of linksOf(page)) {
      if (!to.startsWith('/ayuda')) continue;
      const target = pages.get(to === '' ? path : to);
      expect([href, target !== undefined && (id === '' || target.getElementById(id) !== null)]).toEqual([
        href,
        true,
      ]);
    }
  });

  it('gives pictures a size, lazy loading and a text alternative', () => {
    for (const picture of page.querySelectorAll('img')) {
      expect(picture.alt.length).toBeGreaterThan(20);
      expect([picture.width, picture.height, picture.getAttribute('loading')]).toEqual([360, 820, 'lazy']);
    }
  });

  it('has unique ids', () => {
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('links to every page from the first', () => {
  const index = pages.get('/ayuda');
  const linked = index === undefined ? [] : linksOf(index).map(({ to }) => to);
  expect([...pages.keys()].filter(path => !linked.includes(path))).toEqual([]);
});

/** The app's screens, which link to the manual. */
const screens = import.meta.glob<string>(['../../**/*.tsx', '!**/*.test.tsx', '!**/manual/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('has every page and section that the app links to', () => {
  const places = Object.values(screens).flatMap(source =>
    [...source.matchAll(/(?:<HelpLink to="|"\/ayuda\/)([^"]+)"/g)].map(([, place = '']) => place),
  );
  expect(places.length).toBeGreaterThan(4);
  for (const place of places) {
    const [name, id = ''] = place.split('#');
    const page = pages.get(`/ayuda/${name}`);
    expect([place, page !== undefined && (id === '' || page.getElementById(id) !== null)]).toEqual([
      place,
      true,
    ]);
  }
});

function linksOf(page: Document): { href: string; to: string; id: string }[] {
  return [...page.querySelectorAll('a')].map(link => {
    const href = link.getAttribute('href') ?? '';
    const [to = '', id = ''] = href.split('#');
    return { href, to, id };
  });
}
