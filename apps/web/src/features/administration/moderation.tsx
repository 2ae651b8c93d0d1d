import { Button, Group, Modal, Stack, Textarea, VisuallyHidden } from '@mantine/core';
import type { Activity, ActivityStatus } from '@minga/contract/activities';
import { REJECTION_REASON_MAX, rejection } from '@minga/contract/administration/activities';
import { locationRows } from '@minga/contract/location';
import { IconCheck, IconChecks, IconExternalLink, IconEye, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { RadioList } from '../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { useIntentDialog } from '../../components/use-lazy-dialog.ts';
import { WovenPicture } from '../../components/woven-picture.tsx';
import { ApiError } from '../../lib/api.ts';
import { longDate } from '../../lib/dates.ts';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import {
  useApproveActivity,
  useRejectActivity,
  useUndoApproval,
  useUndoRejection,
} from './activities-api.ts';
import { DialogErrorBanner } from './errors.tsx';
import { type ActivityActions, type ActivityIntent, holdText, type ModerationScope } from './model.ts';
import classes from './moderation.module.css';
import { ListLink, RowButton, StatusTag } from './panel-list.tsx';
import { templatesOf } from './reason-templates.ts';
import { ReasonChips } from './reasons.tsx';
import { type RowActions, useRowActions } from './row-actions.ts';

/** Approves and rejects the activities of a list, and shows their details; `dialogs` is part of the list's screen. */
export function useActivityModeration() {
  const actions = useRowActions();
  const { mutateAsync: approve } = useApproveActivity();
  const { mutateAsync: undoApproval } = useUndoApproval();
  const { intent, isOpen, openWith, close } = useIntentDialog<ActivityIntent>();

  const onApprove = ({ _id: id }: Activity, scope: ModerationScope) =>
    void actions.run({
      id,
      call: () => approve({ id, scope }),
      success: scope === 'all' ? 'Serie aprobada' : 'Actividad aprobada',
      fallback: 'Error al aprobar actividad',
      undo: {
        call: () => undoApproval({ id, scope }),
        success:
          scope === 'all' ? 'La serie vuelve a estar pendiente' : 'La actividad vuelve a estar pendiente',
        fallback: 'Error al deshacer la aprobación',
      },
    });

  const dialogs = (
    <>
      {intent?.kind === 'details' && (
        <ActivityDetailsDialog
          activity={intent.activity}
          isOpen={isOpen}
          onClose={close}
          onWithdraw={() => openWith({ kind: 'reject', activity: intent.activity })}
        />
      )}
      {intent?.kind === 'reject' && (
        <RejectDialog activity={intent.activity} isOpen={isOpen} onClose={close} actions={actions} />
      )}
    </>
  );

  return { actions, onApprove, onIntent: openWith, dialogs };
}

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  /** The admin wants to reject it after its approval. */
  onWithdraw: () => void;
}

/** The details of an activity, for the decision to approve or reject it (docs/rules.md R6.8). */
function ActivityDetailsDialog({ activity, isOpen, onClose, onWithdraw }: Props) {
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
          className={`target link ${classes.page}`}
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

interface RejectDialogProps {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

const pendingWords = {
  title: 'Rechazar actividad',
  reason: 'Ingrese el motivo del rechazo:',
  withoutReason: 'Sin motivo no se rechaza.',
  button: 'Rechazar',
  busy: 'Rechazando...',
  success: 'Actividad rechazada',
  fallback: 'Error al rechazar actividad',
  undone: { one: 'La actividad vuelve a estar pendiente', all: 'La serie vuelve a estar pendiente' },
  undoFallback: 'Error al deshacer el rechazo',
};

/** An approved activity is withdrawn: the same call, in the words of what it means for its owner. */
const approvedWords: typeof pendingWords = {
  title: 'Retirar actividad',
  reason: 'Ingrese el motivo del retiro:',
  withoutReason:
    'Sin motivo no se retira. Deja de estar publicada y también les avisamos a quienes iban y dejaron correo.',
  button: 'Retirar',
  busy: 'Retirando...',
  success: 'Actividad retirada',
  fallback: 'Error al retirar actividad',
  undone: { one: 'La actividad vuelve a estar publicada', all: 'La serie vuelve a estar publicada' },
  undoFallback: 'Error al deshacer el retiro',
};

const wordsFor = ({ status }: Activity) => (status === 'approved' ? approvedWords : pendingWords);

/** Sends the reason to the owner; an empty reason cancels the rejection (docs/rules.md R6.6). */
const RejectDialog = ({ isOpen, ...props }: RejectDialogProps) => (
  <Modal
    opened={isOpen}
    onClose={props.onClose}
    closeOnClickOutside={false}
    title={wordsFor(props.activity).title}
  >
    <DialogErrorBanner />
    <RejectForm {...props} />
  </Modal>
);

function RejectForm({ activity, onClose, actions }: Omit<RejectDialogProps, 'isOpen'>) {
  const { _id: id, title, user, status, series, date } = activity;
  const words = wordsFor(activity);
  const current = status === 'approved' && { currentStatus: status };
  const reject = useRejectActivity();
  const { mutateAsync: undoRejection } = useUndoRejection();
  const form = useSchemaForm(rejection, { reason: '' });
  const written = form.watch('reason');
  const [scope, setScope] = useState<ModerationScope>('one');

  const send = ({ reason }: { reason: string }) =>
    actions.run({
      id,
      call: () => reject.mutateAsync({ id, reason, scope, ...current }),
      success: words.success,
      fallback: words.fallback,
      undo: {
        call: () => undoRejection({ id, scope }),
        success: words.undone[scope],
        fallback: words.undoFallback,
      },
      onDone: onClose,
      // Deleted, or another admin has decided.
      onFailed: error => error instanceof ApiError && [404, 409].includes(error.status) && onClose(),
    });

  const submit = (event: FormEvent) => {
    if (form.getValues('reason').trim() !== '') return form.handleSubmit(send)(event);
    event.preventDefault();
    onClose();
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.subject}>{title}</p>
        {series !== null && (
          <RadioList
            label="Es una fecha de una serie"
            options={[
              { value: 'one', label: 'Solo esta fecha', detail: longDate(date) },
              { value: 'all', label: 'Toda la serie', detail: 'Las que están en el mismo estado.' },
            ]}
            value={scope}
            onChange={setScope}
          />
        )}
        <ReasonChips
          templates={templatesOf.hide}
          chosenId={templatesOf.hide.find(({ text }) => text === written)?.id}
          onChoose={({ text }) => form.setValue('reason', text)}
        />
        <Textarea
          label={words.reason}
          rows={4}
          data-autofocus
          description={
            <>
              <span>{'Se lo diremos a '}</span>
              <bdi>{user.username}</bdi>
              <span>{`. ${words.withoutReason} `}</span>
              <CharacterCount text={written.trim()} max={REJECTION_REASON_MAX} />
            </>
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...fieldProps(form, 'reason')}
        />
        <DialogButtons onCancel={onClose} color="clay" isBusy={reject.isPending} busyLabel={words.busy}>
          {words.button}
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface ModerationButtonsProps extends Pick<ActivityActions, 'isBusy' | 'onApprove' | 'onIntent'> {
  readonly activity: Activity;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/**
 * The decisions of an administrator about an activity. 'Ver detalles' comes first: there the focus goes when the row before it leaves,
 * so that a repeated press decides nothing, and the next Tab leads to the decisions.
 */
export function ModerationButtons({ activity, isBusy, onApprove, onIntent }: ModerationButtonsProps) {
  const { _id, title, status, series } = activity;
  const shared = { about: title, isBusy: isBusy(_id) };
  return (
    <>
      <RowButton
        {...shared}
        isHarmless
        icon={<IconEye {...icon} />}
        onClick={() => onIntent({ kind: 'details', activity })}
      >
        Ver detalles
      </RowButton>
      {status === 'pending' && (
        <>
          <RowButton
            {...shared}
            tone="forest"
            icon={<IconCheck {...icon} />}
            onClick={() => onApprove(activity, 'one')}
          >
            Aprobar
          </RowButton>
          {series !== null && (
            <RowButton
              {...shared}
              tone="forest"
              icon={<IconChecks {...icon} />}
              onClick={() => onApprove(activity, 'all')}
            >
              Aprobar la serie
            </RowButton>
          )}
          <RowButton
            {...shared}
            tone="clay"
            icon={<IconX {...icon} />}
            onClick={() => onIntent({ kind: 'reject', activity })}
          >
            Rechazar
          </RowButton>
        </>
      )}
    </>
  );
}

const tags = {
  pending: {
    tone: 'sky',
    text: () => (isPublicBeforeReview() ? 'Pendiente, ya pública' : 'Pendiente, sin publicar'),
  },
  approved: { tone: 'forest', text: () => 'Aprobada' },
  rejected: { tone: 'clay', text: () => 'Rechazada' },
} as const satisfies Record<ActivityStatus, object>;

type ActivityStatusTagProps = Pick<Activity, 'status' | 'isHeld'>;

export const ActivityStatusTag = ({ status, isHeld }: ActivityStatusTagProps) => (
  <StatusTag tone={tags[status].tone}>{isHeld ? 'Retenida, sin publicar' : tags[status].text()}</StatusTag>
);
