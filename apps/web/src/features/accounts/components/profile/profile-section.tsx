import type { ReactNode, Ref } from 'react';
import classes from './profile-section.module.css';
import type { SectionId } from './sections.ts';
import { sectionTitles } from './sections.ts';

interface Props {
  id: SectionId;
  lead?: ReactNode;
  /** Takes the focus when what had it is gone, and when the index leads here. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Set apart from the rest: what it does cannot be taken back. */
  isGrave?: boolean;
  children: ReactNode;
}

/** One subject of the profile: a calm card under its own heading. */
export const ProfileSection = ({ id, lead, headingRef, isGrave = false, children }: Props) => (
  <section aria-labelledby={id} className={isGrave ? `${classes.section} ${classes.grave}` : classes.section}>
    <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.title}>
      {sectionTitles[id]}
    </h2>
    {lead && <p className={classes.lead}>{lead}</p>}
    <div className={classes.content}>{children}</div>
  </section>
);
