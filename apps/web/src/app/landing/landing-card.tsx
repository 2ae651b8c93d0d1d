import type { Activity } from '@minga/contract/activities';
import { EventWhen } from '../../components/event-when.tsx';
import { WovenPicture } from '../../components/woven-picture.tsx';
import classes from './landing-opening.module.css';

/** A card's width in the row: most of a phone, half of a tablet, a quarter of a desktop. */
const SIZES = '(max-width: 36rem) 82vw, (max-width: 75rem) 50vw, 19rem';

/** An upcoming activity in the catalogue's style. The whole card links to its page. */
export const LandingCard = ({ activity }: { activity: Activity }) => (
  <article className={classes.card}>
    <WovenPicture of={activity} sizes={SIZES} />
    <div className={classes.body}>
      <h3 className={classes.title}>
        <a href={`/actividades/${activity._id}`} className={classes.link}>
          {activity.title}
        </a>
      </h3>
      <EventWhen date={activity.date} endDate={activity.endDate} />
      <p className={classes.place}>
        <PinIcon />
        <span>{activity.place === '' ? 'Lugar por confirmar' : activity.place}</span>
      </p>
    </div>
  </article>
);

const PinIcon = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className={classes.pin}>
    <path d="M12 21.500S5 15 5 9.500a7 7 0 0 1 14 0C19 15 12 21.500 12 21.500Z" />
    <circle cx="12" cy="9.500" r="2.500" />
  </svg>
);
