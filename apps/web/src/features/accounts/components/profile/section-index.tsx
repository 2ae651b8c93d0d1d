import type { MouseEvent } from 'react';
import classes from './section-index.module.css';
import { type SectionId, sectionIds, sectionTitles } from './sections.ts';

/** The page's table of contents, hidden on phones. */
export const SectionIndex = () => (
  <nav aria-label="En esta página" className={classes.index}>
    <ul className={classes.list}>
      {sectionIds.map(id => (
        <li key={id}>
          <a href={`#${id}`} className={classes.link} onClick={event => scrollToSection(event, id)}>
            {sectionTitles[id]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Scrolls without following the link: a changed hash is a navigation, which the unsaved-changes dialog would block. */
function scrollToSection(event: MouseEvent, id: SectionId): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
