import '../../theme/fonts.css';
import '../../theme/tokens.css';
import './landing-document.css';
import { prerender } from 'react-dom/static';
import { LandingPage } from './landing-page.tsx';

/** The landing page's body as HTML; build.ts puts it into its document. */
export async function landingHtml(year: number): Promise<string> {
  const { prelude } = await prerender(<LandingPage year={year} />);
  return await new Response(prelude).text();
}
