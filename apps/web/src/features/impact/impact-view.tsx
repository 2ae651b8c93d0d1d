import { Button, VisuallyHidden } from '@mantine/core';
import type { Impact } from '@minga/contract/impact';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HandleLine } from '../../components/handle-line.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { digits } from '../../lib/digits.ts';
import { isUnknown } from '../../lib/errors/unknown-row.ts';
import { siteHandle } from '../../lib/site-handle.ts';
import { impactQuery } from './api.ts';
import classes from './impact-view.module.css';
import { hoursText, longMonth, shortMonth } from './model.ts';

interface Props {
  /** The slug of a collective; undefined: the whole site. */
  readonly slug: string | undefined;
  /** Its name, once it is known. */
  readonly name: string | undefined;
}

/** /impacto: what activities have achieved, of the site or of a collective. */
export function ImpactView({ slug, name }: Props) {
  const { data: impact, error, refetch } = useQuery(impactQuery(slug));
  if (error && impact === undefined)
    return isUnknown(error) ? (
      <UnknownCollective />
    ) : (
      <ErrorPanel isWholePage error={error} retry={refetch} />
    );
  return (
    <>
      <PageHeading
        title={slug === undefined ? 'Lo que hemos logrado' : `Lo que ha logrado ${name ?? 'este colectivo'}`}
        windowTitle={slug === undefined ? 'Impacto' : `Impacto de ${name ?? 'un colectivo'}`}
        lead="Suma las actividades públicas que ya se hicieron."
      />
      {impact === undefined && <LoadingStatus text="Sumando lo logrado…" />}
      {impact?.activities === 0 && (
        <EmptyState
          drawing="path"
          title="Todavía no hay actividades hechas"
          text="Cuando pase la primera, aquí verás cuántas personas llegaron, las horas que ayudaron y las metas logradas."
        >
          <Button renderRoot={props => <Link to="/actividades" {...props} />}>Ver la agenda</Button>
        </EmptyState>
      )}
      {impact !== undefined && impact.activities > 0 && (
        <div className={classes.impact}>
          <ImpactFigures impact={impact} />
          <ImpactMonths months={impact.months} />
          <section aria-labelledby="how" className={classes.part}>
            <h2 id="how" className={classes.title}>
              Cómo se cuenta
            </h2>
            <ul className={`stack soft ${classes.notes}`}>
              <li>
                <strong>Personas que llegaron</strong>: las que se registraron en la puerta, con sus
                acompañantes. Quien fue a dos actividades cuenta dos veces. Si en una actividad no se registró
                la llegada, sus personas no se suman.
              </li>
              <li>
                <strong>Horas de ayuda</strong>: las que confirmaron quienes organizan.
              </li>
              <li>
                <strong>Metas</strong>: lo que anotaron quienes organizan.
              </li>
            </ul>
          </section>
        </div>
      )}
      {slug === undefined && <OtherServers />}
      <nav aria-label="Más impacto" className={`cluster ${classes.links}`}>
        {slug !== undefined && (
          <>
            <Link to="/colectivos/$slug" params={{ slug }} className="target link">
              Ver el colectivo
            </Link>
            <Link to="/impacto" search={{}} className="target link">
              Ver el impacto de todo el sitio
            </Link>
          </>
        )}
        <Link to="/actividades" search={{ date: 'pasadas' }} className="target link">
          Ver las actividades que ya pasaron
        </Link>
      </nav>
    </>
  );
}

/** How to follow the site from other servers, where it can be followed (docs/rules.md R27.3). */
function OtherServers() {
  const handle = siteHandle();
  if (handle === null) return null;
  return (
    <section aria-labelledby="follow" className={`stack ${classes.part} ${classes.follow}`}>
      <h2 id="follow" className={classes.title}>
        Desde otras redes
      </h2>
      <p>¿Usas Mastodon o Mobilizon? Busca allá esta dirección y sigue las actividades de este sitio:</p>
      <HandleLine handle={handle} />
    </section>
  );
}

const UnknownCollective = () => (
  <>
    <PageHeading title="No encontramos este colectivo" />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text="Puede que el enlace esté incompleto o que el colectivo ya no esté."
    >
      <Button renderRoot={props => <Link to="/impacto" search={{}} {...props} />}>
        Ver el impacto de todo el sitio
      </Button>
    </EmptyState>
  </>
);

/** The totals, and what goals have reached by unit. */
function ImpactFigures({ impact }: { impact: Pick<Impact, 'activities' | 'people' | 'hours' | 'goals'> }) {
  const { activities, people, hours, goals } = impact;
  const figures = [
    { name: activities === 1 ? 'actividad hecha' : 'actividades hechas', value: digits(activities) },
    { name: people === 1 ? 'persona que llegó' : 'personas que llegaron', value: digits(people) },
    { name: hours === 1 ? 'hora de ayuda' : 'horas de ayuda', value: hoursText(hours) },
  ];
  return (
    <>
      <ul className={`stack ${classes.figures}`} aria-label="Totales">
        {figures.map(({ name, value }) => (
          <li key={name} className={classes.figure}>
            <span className={classes.value}>{value}</span>
            <span>{` ${name}`}</span>
          </li>
        ))}
      </ul>
      {goals.length > 0 && (
        <section aria-labelledby="reached" className={classes.part}>
          <h2 id="reached" className={classes.title}>
            Metas logradas
          </h2>
          <ul className="cluster">
            {goals.map(({ unit, reached }) => (
              <li key={unit} className={classes.goal}>
                <strong>{digits(reached)}</strong>
                <span>{` ${unit}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const columns = [
  { key: 'activities', name: 'Actividades', text: digits, colour: classes.forest },
  { key: 'people', name: 'Personas', text: digits, colour: classes.maize },
  { key: 'hours', name: 'Horas', text: hoursText, colour: classes.sky },
] as const;

/** The last months as a table, in which each number has a bar. The bars only show what the numbers say. */
function ImpactMonths({ months }: Pick<Impact, 'months'>) {
  const most = (key: (typeof columns)[number]['key']) => Math.max(1, ...months.map(month => month[key]));
  return (
    <section aria-labelledby="months" className={classes.part}>
      <table className={classes.months}>
        <caption id="months" className={classes.title}>
          Los últimos doce meses
        </caption>
        <thead>
          <tr>
            <th scope="col">Mes</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(month => (
            <tr key={month.month}>
              <th scope="row">
                <VisuallyHidden>{longMonth(month.month)}</VisuallyHidden>
                <span aria-hidden="true">{shortMonth(month.month)}</span>
              </th>
              {columns.map(({ key, text, colour }) => (
                <td key={key}>
                  <span>{text(month[key])}</span>
                  <Bar share={month[key] / most(key)} colour={colour} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Bar = ({ share, colour }: { share: number; colour: string | undefined }) => (
  <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="8" className={classes.track} />
    <rect width={Math.round(1000 * share) / 10} height="8" className={colour} />
  </svg>
);
