import type { LegalKind, LegalText } from '@minga/contract/legal';
import { MarkdownText } from '../../components/markdown-text.tsx';
import { dayDate } from '../../lib/dates.ts';
import { ManualFrame } from '../manual/manual-frame.tsx';
import classes from './legal.module.css';

export const LEGAL_TITLES: Record<LegalKind, string> = {
  privacy: 'Política de tratamiento de datos',
  terms: 'Términos de uso',
};

/** One of the legal texts. It needs no script. */
export const LegalPage = ({ legal: { kind, text, updatedAt } }: { legal: LegalText }) => (
  <ManualFrame>
    <main id="contenido" className={classes.main}>
      <h1>{LEGAL_TITLES[kind]}</h1>
      {updatedAt !== null && <p className={classes.changed}>{`Último cambio: ${dayDate(updatedAt)}`}</p>}
      <MarkdownText text={text} />
    </main>
  </ManualFrame>
);
