import type { Page } from '@playwright/test';
import type { SiteFixture } from './site-fixture.ts';
import type { Viewer } from './viewers.ts';

/** One screen in one state. */
export interface Screen {
  /** Kebab-case and unique; names its screenshots. */
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string | ((site: SiteFixture) => string);
  /** Stubs responses before the page is opened. */
  readonly stub?: (page: Page, site: SiteFixture) => Promise<void>;
  /** Brings the page into the state. */
  readonly interact?: (page: Page, site: SiteFixture) => Promise<void>;
  /** A text, or a dialog's name, that is visible in this state. */
  readonly shows: string | RegExp | { readonly dialog: string | RegExp };
  /** The state exists at this width only. */
  readonly only?: 'phone';
}
