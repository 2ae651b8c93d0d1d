import { Button } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { rightsOf } from '../state.ts';
import classes from './member-actions.module.css';

const icon = { size: 20, 'aria-hidden': true } as const;

/** What a member can do for the collective. */
export function MemberActions({ collective: { _id, slug, status, myRole } }: { collective: Collective }) {
  const { canEdit, canPublish } = rightsOf(myRole);
  return (
    <section aria-labelledby="administrar" className={classes.actions}>
      <h2 id="administrar" className={classes.title}>
        Administrar
      </h2>
      {canPublish && status === 'active' && (
        <Button
          leftSection={<IconPlus {...icon} />}
          renderRoot={props => <Link to="/add-task" search={{ colectivo: _id }} {...props} />}
        >
          Publicar una actividad
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconUsersGroup {...icon} />}
        renderRoot={props => <Link to="/colectivos/$slug/equipo" params={{ slug }} {...props} />}
      >
        Ver el equipo
      </Button>
      {canEdit && (
        <Button
          variant="default"
          leftSection={<IconPencil {...icon} />}
          renderRoot={props => <Link to="/colectivos/$slug/editar" params={{ slug }} {...props} />}
        >
          Editar el colectivo
        </Button>
      )}
    </section>
  );
}
