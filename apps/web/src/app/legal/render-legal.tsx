import '../../theme/fonts.css';
import '../../theme/tokens.css';
import '../../theme/layout.css';
import '../../theme/print.css';
import type { LegalKind, LegalText } from '@minga/contract/legal';
import type { LegalRenderer } from '@minga/contract/server-rendering';
import { renderToStaticMarkup } from 'react-dom/server';
import { MarkdownText } from '../../components/markdown-text.tsx';
import { dayDate, setSiteTimeZone } from '../../lib/dates/dates.ts';
import { ManualFrame } from '../manual/manual-frame.tsx';
import classes from './legal.module.css';

// Renders the legal texts as HTML that needs no script. The server calls this module, built by build.ts.

export const renderLegal: LegalRenderer['renderLegal'] = (legal, timeZone) => {
  setSiteTimeZone(timeZone);
  return { title: LEGAL_TITLES[legal.kind], html: renderToStaticMarkup(<LegalPage legal={legal} />) };
};

const LEGAL_TITLES: Record<LegalKind, string> = {
  privacy: 'Política de tratamiento de datos',
  terms: 'Términos de uso',
};

/** One of the legal texts. It needs no script. */
const LegalPage = ({ legal: { kind, text, updatedAt } }: { legal: LegalText }) => (
  <ManualFrame>
    <main id="contenido" className={classes.main}>
      <h1>{LEGAL_TITLES[kind]}</h1>
      {updatedAt !== null && <p className={classes.changed}>{`Último cambio: ${dayDate(updatedAt)}`}</p>}
      <MarkdownText text={text} />
    </main>
  </ManualFrame>
);
