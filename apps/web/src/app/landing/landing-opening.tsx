import { Drawing } from '../../components/drawing.tsx';
import { searchCount } from '../../features/activities/counted-title.ts';
import section from './landing.module.css';
import type { Upcoming } from './landing.ts';
import { LandingCard } from './landing-card.tsx';
import classes from './upcoming-section.module.css';

interface Props {
  upcoming: Upcoming | null;
  /** Whether there have been past activities. */
  hasPast: boolean;
}

/** The next public activities, or an invitation to publish the first. */
export function UpcomingSection({ upcoming, hasPast }: Props) {
  if (upcoming === null) return null;
  const { rows, total } = upcoming;
  if (rows.length === 0) return <NothingToCome hasPast={hasPast} />;
  return (
    <section aria-labelledby="proximas" className={`${section.section} ${section.wrap}`}>
      <div className={classes.head}>
        <div>
          <h2 id="proximas" className={section.title}>
            Próximas actividades
          </h2>
          <p className={section.lead}>Elige una y confirma que vas: no necesitas una cuenta.</p>
        </div>
        <a href="/actividades" className={section.second}>
          {total > rows.length ? `Ver las ${searchCount(total)} que vienen` : 'Ver todas las actividades'}
        </a>
      </div>
      <ul className={classes.row}>
        {rows.map(activity => (
          <li key={activity._id}>
            <LandingCard activity={activity} />
          </li>
        ))}
        {rows.length < 3 && (
          <li className={classes.yours}>
            <Drawing name="seedling" />
            <p>
              ¿Y la tuya? <a href="/register">Crea tu cuenta</a> y publícala aquí.
            </p>
          </li>
        )}
      </ul>
    </section>
  );
}

const NothingToCome = ({ hasPast }: Pick<Props, 'hasPast'>) => (
  <section aria-labelledby="proximas" className={`${section.section} ${section.wrap}`}>
    <div className={classes.nothing}>
      <Drawing name="seedling" />
      <div>
        <h2
          id="proximas"
          className={section.title}
        >{`La ${hasPast ? 'próxima' : 'primera'} puede ser la tuya`}</h2>
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
