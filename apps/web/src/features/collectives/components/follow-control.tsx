import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import type { Collective, FollowMail } from '@minga/contract/collectives';
import { IconBellOff, IconBellPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ownErrorText } from '../../../lib/own-error-text.ts';
import { toastError } from '../../../lib/toasts.ts';
import { useFollowCollective } from '../api/follow-collective.ts';
import { rightsOf } from '../state.ts';
import classes from './follow-control.module.css';

interface Props {
  collective: Pick<Collective, 'slug' | 'isFollowing' | 'followMail' | 'myRole'>;
  isSignedIn: boolean;
}

const icon = { size: 20, 'aria-hidden': true } as const;

const mails: { value: FollowMail; label: string }[] = [
  { value: 'inmediato', label: 'Un correo al instante' },
  { value: 'diario', label: 'Un resumen diario' },
  { value: 'nunca', label: 'Sin correos' },
];

/** Follows the collective, and chooses its e-mails. A visitor signs in first and comes back. */
export function FollowControl({ collective, isSignedIn }: Props) {
  const { slug, isFollowing, followMail, myRole } = collective;
  // A member has something more important to do here.
  const isSecondary = isFollowing || rightsOf(myRole).isMember;
  const follow = useFollowCollective(slug);

  if (!isSignedIn) {
    return (
      <div className={classes.follow}>
        <Button
          leftSection={<IconBellPlus {...icon} />}
          renderRoot={props => <Link to="/login" search={{ volver: `/colectivos/${slug}` }} {...props} />}
        >
          Seguir
        </Button>
        <p className={classes.hint}>Entra con tu cuenta y te contamos cada actividad nueva.</p>
      </div>
    );
  }

  const change = (mail: FollowMail | null) =>
    follow.mutate(mail, {
      onError: error =>
        toastError(
          ownErrorText(error, mail === null ? 'Error al dejar de seguir' : 'Error al seguir el colectivo'),
        ),
    });

  return (
    <div className={classes.follow}>
      <Button
        variant={isSecondary ? 'default' : 'filled'}
        leftSection={isFollowing ? <IconBellOff {...icon} /> : <IconBellPlus {...icon} />}
        onClick={() => {
          // The second press of a double click undoes nothing. Disabling the button would lose the focus.
          if (!follow.isPending) change(isFollowing ? null : 'diario');
        }}
      >
        {isFollowing ? 'Dejar de seguir' : 'Seguir'}
      </Button>
      <VisuallyHidden role="status">{isFollowing && 'Sigues este colectivo'}</VisuallyHidden>
      {isFollowing ? (
        <NativeSelect
          size="md"
          label="Lo nuevo te llega a la campana y con"
          data={mails}
          value={followMail ?? 'diario'}
          onChange={event => change(event.currentTarget.value as FollowMail)}
        />
      ) : (
        <p className={classes.hint}>Te contamos cada actividad nueva, en la campana y por correo.</p>
      )}
    </div>
  );
}
