import type { ReactNode } from 'react';
import { Logo } from '../../components/logo.tsx';
import classes from './embed.module.css';
import { EmbedLink, NewTabNote } from './embed-link.tsx';

interface Props {
  /** Where the last link leads, and its text. */
  more: { readonly url: string; readonly text: string };
  children: ReactNode;
}

/** What each page in a frame has around its content: the way to Minga. */
export const EmbedFrame = ({ more, children }: Props) => (
  <main className={classes.page}>
    {children}
    <p className={classes.foot}>
      <EmbedLink href="/" className={classes.home}>
        <Logo />
      </EmbedLink>
      <EmbedLink href={more.url} className={classes.more}>
        {more.text}
      </EmbedLink>
    </p>
    <NewTabNote />
  </main>
);
