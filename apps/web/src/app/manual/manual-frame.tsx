import { SITE_ADDRESS } from '@minga/contract/site-words';
import type { ReactNode } from 'react';
import { WeaveBorder } from '../../components/brand/weave-border.tsx';
import { SkipLink } from '../../components/page/skip-link.tsx';
import { siteName } from '../../lib/site-name.ts';
import { LandingHeader } from '../landing/landing-parts.tsx';
import classes from './manual-frame.module.css';

/** The layout of every manual page. It needs no script. */
export const ManualFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <SkipLink />
    <LandingHeader />
    <WeaveBorder motif="zigzag" />
    {children}
    <WeaveBorder motif="people" />
    <footer className={`bar soft ${classes.footer}`}>
      <ul>
        <li>
          <a href="/ayuda">Ayuda</a>
        </li>
        <li>
          <a href="/actividades">Agenda</a>
        </li>
        <li>
          <a href="/">Inicio</a>
        </li>
        <li>
          <a href="/privacidad">Política de datos</a>
        </li>
        <li>
          <a href="/terminos">Términos</a>
        </li>
        {/* SOURCE_SLOT of the contract: the server puts the link to the source code here. */}
        <li id="codigo-fuente" />
      </ul>
      <p>{`${siteName} · ${SITE_ADDRESS}`}</p>
    </footer>
  </div>
);
