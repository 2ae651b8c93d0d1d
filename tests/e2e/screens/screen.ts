import type { Page } from '@playwright/test';
import type { Who } from './cast.ts';
import type { World } from './world.ts';

/** One screen in one state. */
export interface Screen {
  /** Kebab-case, and none other's: the name of its pictures. */
  readonly name: string;
  /** Through whose eyes. */
  readonly who: Who;
  readonly path: string | ((world: World) => string);
  /** What is arranged at the network's edge before the page is opened. */
  readonly before?: (page: Page, world: World) => Promise<void>;
  /** What is done on the page to bring it into the state. */
  readonly arrive?: (page: Page, world: World) => Promise<void>;
  /** Visible once the state is there, the first that matches: a text, or the role and name of what is open. */
  readonly sees: string | RegExp | { readonly dialog: string | RegExp };
  /** There is none where there is more room. */
  readonly only?: 'phone';
}
