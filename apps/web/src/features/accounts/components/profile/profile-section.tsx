import type { ReactNode, Ref } from 'react';
import classes from './profile-section.module.css';
import type { SectionId } from './sections.ts';
import { sectionTitles } from './sections.ts';

interface Props {
  id: SectionId;
  lead?: ReactNode;
  /** Focused when the focused control is unmounted. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Highlights the section because its action cannot be undone. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** One section of the profile. Its heading is focusable because the section index links to it. */
export const ProfileSection = ({ id, lead, headingRef, isDangerous = false, children }: Props) => (
  <section
    aria-labelledby={id}
    className={isDangerous ? `${classes.section} ${classes.danger}` : classes.section}
  >
    <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.title}>
      {sectionTitles[id]}
    </h2>
    {lead && <p className={classes.lead}>{lead}</p>}
    <div className={classes.content}>{children}</div>
  </section>
);
