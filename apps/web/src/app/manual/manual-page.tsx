import type { ReactNode } from 'react';
import { INDEX, manualPath } from './manual-address.ts';
import { ManualContent, type ManualPicture } from './manual-content.tsx';
import { ManualFrame } from './manual-frame.tsx';
import leads from './manual-lead.module.css';
import type { Topic, TopicGroup } from './manual-outline.ts';
import classes from './manual-page.module.css';
import { ManualTopics } from './manual-topics.tsx';
import type { ManualPage as Page } from './read-page.ts';

interface Props {
  page: Page;
  outline: readonly TopicGroup[];
  pictures: ReadonlyMap<string, ManualPicture>;
}

/** One page of the manual: breadcrumbs, content, sections, and links to the previous and next page. */
export function ManualPage({ page, outline, pictures }: Props) {
  const topics = outline.flatMap(group => group.topics);
  const place = topics.findIndex(({ name }) => name === page.name);
  const group = outline.find(each => each.topics.some(({ name }) => name === page.name));
  return (
    <ManualFrame>
      <div className={classes.layout}>
        <main id="contenido" className={classes.main}>
          <header className={classes.head}>
            <p className={classes.crumbs}>
              <a href={manualPath(INDEX)}>Ayuda</a> <span aria-hidden="true">›</span>{' '}
              {group && <span>{group.title}</span>}
              <a href="#temas" className={classes.toTopics}>
                Todos los temas
              </a>
            </p>
            <h1>{page.title}</h1>
            <p className={leads.lead}>{page.lead}</p>
          </header>
          <nav aria-labelledby="secciones" className={classes.sections}>
            <h2 id="secciones">En esta página</h2>
            <ul>
              {page.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className={classes.section}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className={classes.text}>
            <ManualContent name={page.name} tokens={page.body} pictures={pictures} />
            <nav aria-label="Tema anterior y siguiente" className={classes.turn}>
              <Turn to={topics[place - 1]} className={classes.before}>
                Anterior
              </Turn>
              <Turn to={topics[place + 1]} className={classes.after}>
                Siguiente
              </Turn>
            </nav>
          </div>
        </main>
        <div className={classes.topics}>
          <ManualTopics outline={outline} here={page.name} />
        </div>
      </div>
    </ManualFrame>
  );
}

function Turn({
  to,
  className,
  children,
}: {
  to: Topic | undefined;
  className: string | undefined;
  children: ReactNode;
}) {
  if (to === undefined) return null;
  return (
    <a href={manualPath(to.name)} className={className}>
      <span>{children}</span>
      <span>{to.title}</span>
    </a>
  );
}
