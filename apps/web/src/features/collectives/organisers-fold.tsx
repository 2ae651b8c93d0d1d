import { NativeSelect } from '@mantine/core';
import type { CollectiveSummary } from '@minga/contract/collective-summary';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Fold } from '../../components/form/fold.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import classes from './collective-form.module.css';
import { collectiveChoices } from './model.ts';
import { ownCollectives } from './own-collectives.ts';

interface Props {
  /** The id of the collective; '' for none. */
  value: string;
  onChange: (collectiveId: string) => void;
  /** Of the folds with the same group one is open at a time. */
  group: string;
  /** The activity's collective as stored; null without one, or for a new activity. */
  current: CollectiveSummary | null;
  /** The user published the activity, or is about to. */
  isAuthor: boolean;
  /** Rendered once it is open: who else organises the activity. A new activity has no team. */
  team?: (isOwnerOfCollective: boolean) => ReactNode;
}

/** 'Colectivo': the collective of an activity, and what attaching it gives to whom; of an existing activity with its team. */
export function OrganisersFold({ value, onChange, group, current, isAuthor, team }: Props) {
  const [wasOpened, setOpened] = useState(false);
  const isNeeded = wasOpened || value !== (current?._id ?? '');
  const { data: own, isError, isSuccess, fetchStatus } = useQuery({ ...ownCollectives, enabled: isNeeded });
  const { choices, chosen, canMove, isOwner } = collectiveChoices({ own, current, value, isAuthor });

  // The collective of a copied activity, of which the user is no member. A list that is being fetched may lack a new collective.
  const isUnknown = isSuccess && fetchStatus === 'idle' && value !== '' && chosen === null;
  const clear = useEffectEvent(() => onChange(''));
  useEffect(() => {
    if (isUnknown) clear();
  }, [isUnknown]);

  return (
    <Fold
      title={team ? 'Colectivo y equipo' : 'Colectivo'}
      summary={chosen?.name ?? ''}
      hasError={false}
      group={group}
      onOpen={() => setOpened(true)}
    >
      {own === undefined && !isError && wasOpened && <LoadingStatus text="Cargando tus colectivos..." />}
      {isError && (
        <p className={classes.organisersFoldText}>No pudimos cargar tus colectivos. Revisa tu conexión.</p>
      )}
      {own !== undefined &&
        (choices.length === 0 ? (
          <p className={classes.organisersFoldText}>
            ¿Organizas con un grupo? <Link to="/colectivos/nuevo">Crea un colectivo</Link> y publica en su
            nombre.
          </p>
        ) : canMove ? (
          <NativeSelect
            size="md"
            label="Colectivo"
            data={[
              { value: '', label: 'Ninguno' },
              ...choices.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            value={value}
            onChange={event => onChange(event.currentTarget.value)}
          />
        ) : (
          <p className={classes.organisersFoldText}>
            La organiza <strong>{chosen?.name}</strong>. Cambiarlo lo hace quien la publicó o quien administra
            el colectivo.
          </p>
        ))}
      {chosen && canMove && (
        <p className={classes.organisersFoldText}>
          Sale en la página de <strong>{chosen.name}</strong> y les llega a quienes lo siguen. Quienes lo
          administran o organizan en él pueden editarla, ver la lista con los correos y escribirles a quienes
          van; quienes reciben en la puerta ven los nombres. Eliminarla, solo quien la publica y quienes lo
          administran.
        </p>
      )}
      {wasOpened && team?.(isOwner)}
    </Fold>
  );
}
