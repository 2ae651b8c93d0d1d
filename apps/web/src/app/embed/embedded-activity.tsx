import type { Activity } from '@minga/contract/activities';
import { EventWhen } from '../../components/event-when.tsx';
import { WovenPicture } from '../../components/woven-picture.tsx';
import classes from './embed.module.css';
import { EmbedFrame } from './embed-frame.tsx';
import { EmbedLink } from './embed-link.tsx';

interface Props {
  activity: Activity;
  isPast: boolean;
}

/** One activity in a frame, as a card that fills it: the picture takes what the words leave. */
export const EmbeddedActivity = ({ activity, isPast }: Props) => {
  const url = `/actividades/${activity._id}`;
  return (
    <EmbedFrame more={{ url, text: isPast ? 'Ver cómo fue' : 'Ver y confirmar que vas' }}>
      <article className={classes.card}>
        <div className={classes.picture}>
          <WovenPicture of={activity} sizes="(max-width: 40rem) 100vw, 40rem" />
        </div>
        <div className={classes.body}>
          <h1 className={`${classes.title} ${classes.short}`}>
            <EmbedLink href={url} className={classes.link}>
              {activity.title}
            </EmbedLink>
          </h1>
          {isPast && <p className={classes.past}>FINALIZADA</p>}
          <EventWhen date={activity.date} endDate={activity.endDate} />
          <p className={classes.place}>{activity.place || 'Lugar por confirmar'}</p>
        </div>
      </article>
    </EmbedFrame>
  );
};
