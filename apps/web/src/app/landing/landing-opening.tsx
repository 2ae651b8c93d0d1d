import type { Activity } from '@minga/contract/activities';
import { Drawing } from '../../components/brand/drawing.tsx';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { EventWhen } from '../../components/event-when.tsx';
import { searchCount } from '../../features/activities/model.ts';
import minga from './drawings/minga.svg?raw';
import section from './landing.module.css';
import { type Figures, figureLines, type Upcoming } from './landing.ts';
import classes from './landing-opening.module.css';
import { GuestLink, Illustration } from './landing-parts.tsx';

export const HeroSection = () => (
  <section className={classes.hero}>
    <div className={classes.pitch}>
      <p className={classes.badge}>Plataforma colaborativa</p>
      <h1 className={classes.headline}>Convoca tu minga, junta tu gente</h1>
      <p className={classes.lead}>
        Una minga es el trabajo que una comunidad hace junta. Publica tus actividades solidarias, encuentra
        las de tu barrio o tu vereda y confirma que vas.
      </p>
      <p className={`cluster ${classes.actions}`}>
        <GuestLink href="/register" className={section.join}>
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

/** The site's figures below the woven band. */
export function FigureBand({ figures }: { figures: Figures | null }) {
  const lines = figureLines(figures);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Minga en cifras" className={classes.band}>
      <ul className={`${section.wrap} cluster ${classes.figures}`}>
        {lines.map(({ count, what }) => (
          <li key={what}>
            <strong className={classes.count}>{count}</strong>
            <span>{` ${what}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
      <div className={`cluster ${classes.head}`}>
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
          <li className={`stack ${classes.yours}`}>
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

/** A card's width in the row: most of a phone, half of a tablet, a quarter of a desktop. */
const SIZES = '(max-width: 36rem) 82vw, (max-width: 75rem) 50vw, 19rem';

/** An upcoming activity in the catalogue's style. The whole card links to its page. */
const LandingCard = ({ activity }: { activity: Activity }) => (
  <article className={`card rising ${classes.card}`}>
    <WovenPicture of={activity} sizes={SIZES} />
    <div className={classes.body}>
      <h3 className={classes.title}>
        <a href={`/actividades/${activity._id}`} className={`cover ${classes.link}`}>
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
