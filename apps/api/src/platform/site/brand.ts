import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { shadesOf } from '@minga/contract/site-colour';
import { light } from '../mail/palette.ts';

/** The site's identity in documents and images. It is a part of each drawing's input, since another process draws them. */
export interface Brand {
  readonly name: string;
  /** The shade of the site's colour that has enough contrast with paper. Drawings write `light.forest` in its place. */
  readonly forest: string;
}

/** The identity of a site that has set none. */
export const DEFAULT_BRAND: Brand = { name: DEFAULT_SITE.name, forest: light.forest };

export const brandOf = ({ name, colour }: Pick<Site, 'name' | 'colour'>): Brand => ({
  name,
  forest: colour === DEFAULT_SITE.colour ? light.forest : shadesOf(colour, 'light').base,
});

/** Returns a function that replaces the green of the palette by the site's colour. */
export const withBrand =
  ({ forest }: Brand) =>
  (color: string): string =>
    color === light.forest ? forest : color;
