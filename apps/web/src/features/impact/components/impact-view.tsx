import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { impactQuery } from '../api.ts';
import { ImpactFigures } from './impact-figures.tsx';
import { ImpactMonths } from './impact-months.tsx';
import classes from './impact-view.module.css';

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
          <Button renderRoot={props => <Link to="/actividades" {...props} />}>Ver actividades</Button>
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
            <ul className={classes.notes}>
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
      <nav aria-label="Más impacto" className={classes.links}>
        {slug !== undefined && (
          <>
            <Link to="/colectivos/$slug" params={{ slug }} className={linkClasses.link}>
              Ver el colectivo
            </Link>
            <Link to="/impacto" search={{}} className={linkClasses.link}>
              Ver el impacto de todo el sitio
            </Link>
          </>
        )}
        <Link to="/actividades" search={{ date: 'pasadas' }} className={linkClasses.link}>
          Ver las actividades que ya pasaron
        </Link>
      </nav>
    </>
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
