import { Button, Group, Modal, Stack, Textarea, VisuallyHidden } from '@mantine/core';
import type { Activity, ActivityStatus } from '@minga/contract/activities';
import {
  approveActivity,
  REJECTION_REASON_MAX,
  rejectActivity,
  rejection,
  undoApproval,
  undoRejection,
} from '@minga/contract/administration/activities';
import { locationRows } from '@minga/contract/location-texts';
import { IconCheck, IconChecks, IconExternalLink, IconEye, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { RadioList } from '../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { clockTime, longDate, shortDate } from '../../lib/dates/dates.ts';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import { call } from '../../lib/server/api.ts';
import { DialogErrorBanner } from './errors.tsx';
import { holdText } from './model.ts';
import classes from './moderation.module.css';
import panelClasses from './panel.module.css';
import { ListLink } from './panel-list.tsx';
import { StatusTag } from './panel-table.tsx';
import { templatesOf } from './reason-templates.ts';
import { onDecided, ReasonChips } from './reasons.tsx';
import type { RowAction, RowDialogProps } from './row-actions.tsx';

/** The activity, or all pending occurrences of its series. */
type Scope = 'one' | 'all';

const queryOf = (scope: Scope) => (scope === 'one' ? {} : { scope });

/**
 * The decisions of an administrator about an activity. 'Ver detalles' comes first: there the focus goes when the row before it leaves,
 * so that a repeated press decides nothing, and the next Tab leads to the decisions.
 */
export function activityButtons(activity: Activity): RowAction[] {
  const details: RowAction = {
    label: 'Ver detalles',
    icon: IconEye,
    isHarmless: true,
    dialog: props => <ActivityDetailsDialog {...props} activity={activity} />,
  };
  if (activity.status !== 'pending') return [details];
  return [
    details,
    { label: 'Aprobar', icon: IconCheck, tone: 'forest', run: approval(activity, 'one') },
    ...(activity.series === null
      ? []
      : ([
          { label: 'Aprobar la serie', icon: IconChecks, tone: 'forest', run: approval(activity, 'all') },
        ] as const)),
    {
      label: 'Rechazar',
      icon: IconX,
      tone: 'clay',
      dialog: props => <RejectDialog {...props} activity={activity} />,
    },
  ];
}

/** Approves a pending activity, or its series; 409 if it is no longer pending. */
const approval = ({ _id: id }: Activity, scope: Scope) => ({
  call: () => call(approveActivity, { params: { id }, query: queryOf(scope) }),
  success: scope === 'all' ? 'Serie aprobada' : 'Actividad aprobada',
  fallback: 'Error al aprobar actividad',
  undo: {
    // 409 if its owner has been notified.
    call: () => call(undoApproval, { params: { id }, query: queryOf(scope) }),
    success: scope === 'all' ? 'La serie vuelve a estar pendiente' : 'La actividad vuelve a estar pendiente',
    fallback: 'Error al deshacer la aprobación',
  },
});

/** The cells that the tables of activities share: what is decided on is seen, and leads to its page. */
export const subjectCell = (activity: Activity) => (
  <div className={panelClasses.subject}>
    <div className={panelClasses.thumbnail}>
      <WovenPicture of={activity} sizes="80px" />
    </div>
    <Link
      to="/actividades/$id"
      params={{ id: activity._id }}
      className={`link ${panelClasses.title} ${panelClasses.subjectLink}`}
    >
      {activity.title}
    </Link>
  </div>
);
export const dateCell = ({ date }: Activity) => (
  <span className={`small ${panelClasses.date}`}>
    <span>{`${shortDate(date)}, `}</span>
    <span className={panelClasses.time}>{clockTime(date)}</span>
  </span>
);
export const placeCell = ({ place }: Activity) =>
  place === '' ? <span className="soft">Sin lugar</span> : place;

interface Props extends RowDialogProps {
  activity: Activity;
}

/** The details of an activity, for the decision to approve or reject it (docs/rules.md R6.8). */
function ActivityDetailsDialog({ activity, isOpen, onClose, actions }: Props) {
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
      <dl className={`stack ${classes.facts}`}>
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
              <span className={`soft ${classes.email}`}>{user.email}</span>
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
            <Button
              variant="subtle"
              color="clay"
              onClick={() => actions.open(props => <RejectDialog {...props} activity={activity} />)}
            >
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
    <dt className="soft fine">{name}</dt>
    <dd>{children}</dd>
  </div>
);

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
const RejectDialog = ({ isOpen, ...props }: Props) => (
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

function RejectForm({ activity, onClose, actions }: Omit<Props, 'isOpen'>) {
  const { _id: id, title, user, status, series, date } = activity;
  const words = wordsFor(activity);
  const current = status === 'approved' && { currentStatus: status };
  const form = useSchemaForm(rejection, { reason: '' });
  const written = form.watch('reason');
  const [scope, setScope] = useState<Scope>('one');

  const send = ({ reason }: { reason: string }) =>
    actions.run({
      id,
      // 409 if its status has changed.
      call: () =>
        call(rejectActivity, { params: { id }, query: queryOf(scope), body: { reason, ...current } }),
      success: words.success,
      fallback: words.fallback,
      undo: {
        call: () => call(undoRejection, { params: { id }, query: queryOf(scope) }),
        success: words.undone[scope],
        fallback: words.undoFallback,
      },
      ...onDecided(onClose),
    });

  const submit = (event: FormEvent) => {
    if (form.getValues('reason').trim() !== '') return form.handleSubmit(send)(event);
    event.preventDefault();
    onClose();
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <p className={`strong ${classes.subject}`}>{title}</p>
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
        <DialogButtons onCancel={onClose} color="clay" isBusy={actions.isBusy(id)} busyLabel={words.busy}>
          {words.button}
        </DialogButtons>
      </Stack>
    </form>
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
