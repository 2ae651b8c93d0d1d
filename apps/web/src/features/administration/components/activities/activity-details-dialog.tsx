import { Button, Group, Modal, VisuallyHidden } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { locationRows } from '@minga/contract/location';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import linkClasses from '../../../../components/text-link.module.css';
import { WovenPicture } from '../../../../components/woven-picture.tsx';
import { longDate } from '../../../../lib/dates.ts';
import { holdText } from '../../hold-text.ts';
import { ListLink } from '../lists/list-link.tsx';
import classes from './activity-details-dialog.module.css';
import { ActivityStatusTag } from './activity-status-tag.tsx';

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  /** The admin wants to reject it after its approval. */
  onWithdraw: () => void;
}

/** The details of an activity, for the decision to approve or reject it (docs/rules.md R6.8). */
export function ActivityDetailsDialog({ activity, isOpen, onClose, onWithdraw }: Props) {
  const {
    description,
    date,
    endDate,
    place,
    status,
    responsible,
    isPromoted,
    collective,
    rejectionReason,
    hold,
    user,
  } = activity;
  return (
    <Modal opened={isOpen} onClose={onClose} title={activity.title} size="lg">
      <div className={classes.picture}>
        <WovenPicture of={activity} sizes="(max-width: 40em) 100vw, 37rem" />
      </div>
      <dl className={classes.facts}>
        <Fact name="Descripción">
          <span className={classes.words}>{description === '' ? 'Sin descripción' : description}</span>
        </Fact>
        <Fact name="Fecha y hora">{longDate(date)}</Fact>
        {endDate !== null && <Fact name="Hora de fin">{longDate(endDate)}</Fact>}
        <Fact name="Lugar">{place === '' ? 'Sin lugar' : place}</Fact>
        {locationRows(activity).map(({ label, value }) => (
          <Fact key={label} name={label}>
            <span className={classes.words}>{value}</span>
          </Fact>
        ))}
        <Fact name={responsible.length === 1 ? 'Responsable' : 'Responsables'}>
          {responsible.length === 0 ? 'Sin responsables' : responsible.join(', ')}
        </Fact>
        <Fact name="Estado">
          <ActivityStatusTag {...activity} />
        </Fact>
        {hold && <Fact name="Por qué se retuvo">{holdText(hold)}</Fact>}
        <Fact name="Promoción">{isPromoted ? 'Sí' : 'No'}</Fact>
        {rejectionReason !== undefined && (
          <Fact name="Motivo del rechazo">
            <span className={classes.words}>{rejectionReason}</span>
          </Fact>
        )}
        {collective !== null && (
          <Fact name="Colectivo">
            <bdi>{collective.name}</bdi>
          </Fact>
        )}
        <Fact name="La publicó">
          <bdi>{user.username}</bdi>
          {user.email !== undefined && (
            <>
              <span className={classes.email}>{user.email}</span>
              <ListLink search={{ tab: 'usuarios', q: user.email }} about={user.username}>
                Ver su cuenta
              </ListLink>
            </>
          )}
        </Fact>
      </dl>
      <Group justify="space-between" mt="lg">
        {/* In a new tab, so that this one keeps its filters, page and dialog. */}
        <Link
          to="/actividades/$id"
          params={{ id: activity._id }}
          target="_blank"
          rel="noopener"
          className={`${linkClasses.link} ${classes.page}`}
        >
          Abrir su página
          <IconExternalLink size={18} aria-hidden />
          <VisuallyHidden component="span">, en otra pestaña</VisuallyHidden>
        </Link>
        <Group gap="sm">
          {status === 'approved' && (
            <Button variant="subtle" color="clay" onClick={onWithdraw}>
              Retirar...
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cerrar
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
