import { Drawing, type DrawingName } from '../../components/drawing.tsx';
import { manualPath } from './manual-address.ts';
import { ManualContent } from './manual-content.tsx';
import { ManualFrame } from './manual-frame.tsx';
import classes from './manual-index.module.css';
import leads from './manual-lead.module.css';
import type { TopicGroup } from './manual-outline.ts';
import type { ManualPage } from './read-page.ts';

/** In the order of the groups: attendees, organisers, administrators, reference. */
const drawings: readonly DrawingName[] = ['people', 'seedling', 'path', 'search'];

/** The manual's first page: the topics for each group of readers. */
export function ManualIndex({ index, outline }: { index: ManualPage; outline: readonly TopicGroup[] }) {
  const sought = index.body.slice(
    0,
    index.body.findIndex(({ type }) => type === 'heading'),
  );
  return (
    <ManualFrame>
      <main id="contenido" className={classes.main}>
        <div className={classes.top}>
          <header className={classes.head}>
            <h1>{index.title}</h1>
            <p className={leads.lead}>{index.lead}</p>
          </header>
          <div className={classes.sought}>
            <ManualContent name={index.name} tokens={sought} pictures={new Map()} />
          </div>
        </div>
        <div className={classes.groups}>
          {outline.map(({ id, title, lead, topics }, place) => (
            <section key={id} aria-labelledby={id} className={classes.group}>
              <div className={classes.drawing}>
                <Drawing name={drawings[place] ?? 'letter'} />
              </div>
              <h2 id={id}>{title}</h2>
              <p>{lead}</p>
              <ul>
                {topics.map(topic => (
                  <li key={topic.name}>
                    <a href={manualPath(topic.name)} className={classes.topic}>
                      {topic.title}
                    </a>
                    <span>{topic.summary}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </main>
    </ManualFrame>
  );
}
