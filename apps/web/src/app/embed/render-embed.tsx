import '../../theme/tokens.css';
import '../../theme/layout.css';
import type { Activity } from '@minga/contract/activities';
import type { EmbedRenderer, EmbeddedList as ListProps } from '@minga/contract/server-rendering';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CalendarLeaf } from '../../components/brand/calendar-leaf.tsx';
import { Logo } from '../../components/brand/logo.tsx';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { EventWhen } from '../../components/event-when.tsx';
import { longDate, setSiteTimeZone } from '../../lib/dates/dates.ts';
import classes from './embed.module.css';

// Renders the pages for other sites' frames as HTML that needs no script and no font. The server calls this module, built by build.ts.

export const renderEmbeddedList: EmbedRenderer['renderEmbeddedList'] = (list, timeZone) => {
  setSiteTimeZone(timeZone);
  return renderToStaticMarkup(<EmbeddedList {...list} />);
};

export const renderEmbeddedActivity: EmbedRenderer['renderEmbeddedActivity'] = (
  activity,
  isPast,
  timeZone,
) => {
  setSiteTimeZone(timeZone);
  return renderToStaticMarkup(<EmbeddedActivity activity={activity} isPast={isPast} />);
};

export const renderEmbeddedProblem: EmbedRenderer['renderEmbeddedProblem'] = sentence =>
  renderToStaticMarkup(<EmbeddedProblem sentence={sentence} />);

/** Activities in a frame: a leaf, the title as a link, date and place. */
const EmbeddedList = ({ title, url, rows }: ListProps) => (
  <EmbedFrame more={{ url, text: 'Ver todas' }}>
    <h1 className={classes.heading}>{title}</h1>
    {rows.length === 0 ? (
      <p className="soft small">Por ahora no hay actividades próximas. Vuelve a mirar en unos días.</p>
    ) : (
      <ul className="stack gap-s">
        {rows.map(({ _id, title: name, date, place }) => (
          <li key={_id} className={`card ${classes.item}`}>
            <CalendarLeaf date={date} />
            <div className={classes.facts}>
              <h2 className={classes.name}>
                <EmbedLink href={`/actividades/${_id}`} className={`cover ${classes.link}`}>
                  {name}
                </EmbedLink>
              </h2>
              <time dateTime={date} className={classes.when}>
                {longDate(date)}
              </time>
              {place !== '' && <p className={`soft small ${classes.place}`}>{place}</p>}
            </div>
          </li>
        ))}
      </ul>
    )}
  </EmbedFrame>
);

interface EmbeddedActivityProps {
  activity: Activity;
  isPast: boolean;
}

/** One activity in a frame, as a card that fills it: the picture takes what the words leave. */
const EmbeddedActivity = ({ activity, isPast }: EmbeddedActivityProps) => {
  const url = `/actividades/${activity._id}`;
  return (
    <EmbedFrame more={{ url, text: isPast ? 'Ver cómo fue' : 'Ver y confirmar que vas' }}>
      <article className={`card ${classes.card}`}>
        <div className={classes.picture}>
          <WovenPicture of={activity} sizes="(max-width: 40rem) 100vw, 40rem" />
        </div>
        <div className={`stack ${classes.body}`}>
          <h1 className={`${classes.title} ${classes.short}`}>
            <EmbedLink href={url} className={`cover ${classes.link}`}>
              {activity.title}
            </EmbedLink>
          </h1>
          {isPast && <p className={classes.past}>FINALIZADA</p>}
          <EventWhen date={activity.date} endDate={activity.endDate} />
          <p className={`soft small ${classes.place}`}>{activity.place || 'Lugar por confirmar'}</p>
        </div>
      </article>
    </EmbedFrame>
  );
};

/** What is missing or wrong, in a frame. */
const EmbeddedProblem = ({ sentence }: { sentence: string }) => (
  <EmbedFrame more={{ url: '/actividades', text: 'Ver la agenda' }}>
    <h1 className={`soft small ${classes.problem}`}>{sentence}</h1>
  </EmbedFrame>
);

interface EmbedFrameProps {
  /** Where the last link leads, and its text. */
  more: { readonly url: string; readonly text: string };
  children: ReactNode;
}

/** What each page in a frame has around its content: the way to Minga. */
const EmbedFrame = ({ more, children }: EmbedFrameProps) => (
  <main className={classes.page}>
    {children}
    <p className={`bar ${classes.foot}`}>
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

interface EmbedLinkProps {
  href: string;
  className: string | undefined;
  children: ReactNode;
}

/** The id of the note that every link of the page refers to. */
const NOTE = 'otra-pestana';

/** Opens Minga in a new tab: the frame is too small for it, and no page of the app may be shown in one. */
const EmbedLink = ({ href, className, children }: EmbedLinkProps) => (
  <a href={href} target="_blank" rel="noopener" aria-describedby={NOTE} className={className}>
    {children}
  </a>
);

const NewTabNote = () => (
  <p id={NOTE} hidden>
    Se abre en otra pestaña
  </p>
);
