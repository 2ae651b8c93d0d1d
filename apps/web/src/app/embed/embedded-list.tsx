import type { EmbeddedList as Props } from '@minga/contract/server-rendering';
import { CalendarLeaf } from '../../components/calendar-leaf.tsx';
import { longDate } from '../../lib/dates.ts';
import classes from './embed.module.css';
import { EmbedFrame } from './embed-frame.tsx';
import { EmbedLink } from './embed-link.tsx';

/** Activities in a frame: a leaf, the title as a link, date and place. */
export const EmbeddedList = ({ title, url, rows }: Props) => (
  <EmbedFrame more={{ url, text: 'Ver todas' }}>
    <h1 className={classes.heading}>{title}</h1>
    {rows.length === 0 ? (
      <p className={classes.nothing}>Por ahora no hay actividades próximas. Vuelve a mirar en unos días.</p>
    ) : (
      <ul className={classes.list}>
        {rows.map(({ _id, title: name, date, place }) => (
          <li key={_id} className={classes.item}>
            <CalendarLeaf date={date} />
            <div className={classes.facts}>
              <h2 className={classes.name}>
                <EmbedLink href={`/actividades/${_id}`} className={classes.link}>
                  {name}
                </EmbedLink>
              </h2>
              <time dateTime={date} className={classes.when}>
                {longDate(date)}
              </time>
              {place !== '' && <p className={classes.place}>{place}</p>}
            </div>
          </li>
        ))}
      </ul>
    )}
  </EmbedFrame>
);
