import type { Activity } from '@minga/contract/activities';
import { Drawing } from '../../components/brand/drawing.tsx';
import { ActivityLine } from '../../features/activities/activity-line.tsx';
import { isOngoing, isPast, searchCount } from '../../features/activities/model.ts';
import { siteDay } from '../../lib/dates/dates.ts';
import minga from './drawings/minga.svg?raw';
import section from './landing.module.css';
import type { Landing, Upcoming } from './landing.ts';
import classes from './landing-opening.module.css';
import { GuestLink, Illustration } from './landing-parts.tsx';

export const HeroSection = () => (
  <section className={classes.hero}>
    <div className={classes.pitch}>
      <p className={classes.badge}>Plataforma colaborativa</p>
      <h1 className={classes.headline}>Convoca tu minga, junta tu gente</h1>
      <p className={classes.lead}>
        Publica actividades solidarias, encuentra las de tu barrio o vereda y confirma que vas.
      </p>
      <p className={`cluster ${classes.actions}`}>
        {/* CSS shows the first to visitors whose attendances this browser remembers, and the second to the others. */}
        <a href="/mi-asistencia" className={`${section.join} ${classes.attends}`}>
          Mi asistencia
        </a>
        <GuestLink href="/register" className={`${section.join} ${classes.joins}`}>
          Únete ahora
        </GuestLink>
        <a href="/actividades" className={section.second}>
          Ver la agenda
        </a>
      </p>
    </div>
    <Illustration className={classes.picture} svg={minga} />
  </section>
);

interface Props {
  upcoming: Upcoming;
  now: Date;
}

/** The public activities of this weekend and, where they are few, the next of other days. */
export function UpcomingSection({ upcoming: { weekend, others, total }, now }: Props) {
  const count = weekend.length + others.length;
  return (
    <div className={`${section.section} ${section.wrap} ${classes.groups}`}>
      {weekend.length > 0 && (
        <ActivityGroup id="finde" title="Este fin de semana" activities={weekend} now={now} />
      )}
      {others.length > 0 && (
        <ActivityGroup
          id="proximas"
          title={weekend.length > 0 ? 'Otros días' : 'Próximas actividades'}
          activities={others}
          now={now}
        />
      )}
      <p className={`bar ${classes.more}`}>
        <span className="soft small">
          {count < 3 ? (
            <>
              <span>{'¿Y la tuya? '}</span>
              <a href="/register">Crea tu cuenta</a>
              <span>{' y publícala aquí.'}</span>
            </>
          ) : (
            'Confirma que vas: no necesitas una cuenta.'
          )}
        </span>
        <a href="/actividades" className={section.second}>
          {total > count ? `Ver las ${searchCount(total)} que vienen` : 'Ver todas las actividades'}
        </a>
      </p>
    </div>
  );
}

interface GroupProps {
  id: string;
  title: string;
  activities: readonly Activity[];
  now: Date;
}

/** Rows like those of the agenda. */
const ActivityGroup = ({ id, title, activities, now }: GroupProps) => (
  <section aria-labelledby={id} className={classes.group}>
    <h2 id={id} className={section.title}>
      {title}
    </h2>
    <ul className={classes.rows}>
      {activities.map(activity => (
        <li key={activity._id}>
          <ActivityLine
            activity={activity}
            today={siteDay(now)}
            isPast={isPast(activity, now)}
            isOngoing={isOngoing(activity, now)}
            order={3}
            hasDay
            link={
              <a href={`/actividades/${activity._id}`} className="cover">
                {activity.title}
              </a>
            }
          />
        </li>
      ))}
    </ul>
  </section>
);

/** An invitation to publish instead of activities. */
export const NothingToCome = ({ figures }: Pick<Landing, 'figures'>) => {
  const hasPast = (figures?.activities ?? 0) > 0;
  return (
    <section aria-labelledby="proximas" className={`${section.section} ${section.wrap}`}>
      <div className="row gap-xl">
        <Drawing name="seedling" />
        <div>
          <h2 id="proximas" className={section.title}>
            {`La ${hasPast ? 'próxima' : 'primera'} puede ser la tuya`}
          </h2>
          <p className={section.lead}>
            Por ahora no hay actividades por venir. <a href="/register">Crea tu cuenta</a> y publica una
            {hasPast && (
              <>
                <span>{', o mira las que '}</span>
                <a href="/actividades?date=pasadas">ya se hicieron</a>
              </>
            )}
            <span>.</span>
          </p>
        </div>
      </div>
    </section>
  );
};
