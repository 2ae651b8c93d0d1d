import { manualPath } from './manual-address.ts';
import type { TopicGroup } from './manual-outline.ts';
import classes from './manual-topics.module.css';

interface Props {
  outline: readonly TopicGroup[];
  /** The current page. */
  here: string;
}

/** The list of all pages, next to the current page or, on phones, below it. */
export const ManualTopics = ({ outline, here }: Props) => (
  <nav id="temas" aria-labelledby="temas-titulo" className={classes.topics}>
    <h2 id="temas-titulo" className={classes.title}>
      Todos los temas
    </h2>
    {outline.map(group => (
      <div key={group.id} className={classes.group}>
        <h3>{group.title}</h3>
        <ul>
          {group.topics.map(({ name, title }) => (
            <li key={name}>
              <a
                href={manualPath(name)}
                className={classes.topic}
                aria-current={name === here ? 'page' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);
