import '../../theme/fonts.css';
import '../../theme/tokens.css';
import '../../theme/layout.css';
import type { Viewing } from '@minga/contract/server-rendering';
import { renderToStaticMarkup } from 'react-dom/server';
import { setSiteTimeZone } from '../../lib/dates/dates.ts';
import { setRenderedSaving } from '../../lib/saved-data.ts';
import type { Landing } from './landing.ts';
import { LandingPage } from './landing-page.tsx';

/** Renders the landing page's body as HTML. The server calls this module, built by build.ts. */
export function renderLanding(landing: Landing, { timeZone, isDataSaved }: Viewing): string {
  setSiteTimeZone(timeZone);
  setRenderedSaving(isDataSaved);
  return renderToStaticMarkup(<LandingPage landing={landing} />);
}
