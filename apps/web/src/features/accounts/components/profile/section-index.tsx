import type { MouseEvent } from 'react';
import classes from './section-index.module.css';
import { type SectionId, sectionIds, sectionTitles } from './sections.ts';

/** Leads within the page; on phones, where the sections are short and follow each other, there is none. */
export const SectionIndex = () => (
  <nav aria-label="En esta página" className={classes.index}>
    <ul className={classes.list}>
      {sectionIds.map(id => (
        <li key={id}>
          <a href={`#${id}`} className={classes.link} onClick={event => goTo(event, id)}>
            {sectionTitles[id]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** By hand: a changed address counts as leaving, and would ask whether to drop what is not saved yet. */
function goTo(event: MouseEvent, id: SectionId): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
