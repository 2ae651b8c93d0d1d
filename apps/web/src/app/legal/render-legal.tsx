import '../../theme/fonts.css';
import '../../theme/tokens.css';
import '../../theme/print.css';
import '../manual/manual-document.css';
import type { LegalRenderer } from '@minga/contract/server-rendering';
import { renderToStaticMarkup } from 'react-dom/server';
import { setSiteTimeZone } from '../../lib/time-zone.ts';
import { LEGAL_TITLES, LegalPage } from './legal-page.tsx';

// Renders the legal texts as HTML that needs no script. The server calls this module, built by build.ts.

export const renderLegal: LegalRenderer['renderLegal'] = (legal, timeZone) => {
  setSiteTimeZone(timeZone);
  return { title: LEGAL_TITLES[legal.kind], html: renderToStaticMarkup(<LegalPage legal={legal} />) };
};
