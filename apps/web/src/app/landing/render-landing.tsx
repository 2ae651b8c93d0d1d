import '../../theme/fonts.css';
import '../../theme/tokens.css';
import '../../theme/layout.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { setSiteTimeZone } from '../../lib/dates/dates.ts';
import type { Landing } from './landing.ts';
import { LandingPage } from './landing-page.tsx';

/** Renders the landing page's body as HTML. The server calls this module, built by build.ts. */
export function renderLanding(landing: Landing, timeZone: string): string {
  setSiteTimeZone(timeZone);
  return renderToStaticMarkup(<LandingPage landing={landing} />);
}
