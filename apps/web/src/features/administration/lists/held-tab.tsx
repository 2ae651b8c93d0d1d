import { MISSING_REASON_MESSAGE, REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import {
  decideHeld,
  type HeldDecision,
  type HeldItem,
  listHeld,
  undoHeld,
} from '@minga/contract/administration/held';
import { IconCheck, IconX } from '@tabler/icons-react';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { clockTime, shortDate } from '../../../lib/dates/dates.ts';
import { DOT } from '../../../lib/dot.ts';
import { call } from '../../../lib/server/api.ts';
import { holdText } from '../model.ts';
import classes from '../panel.module.css';
import { type ListDescription, PanelList } from '../panel-list.tsx';
import { templatesOf } from '../reason-templates.ts';
import { onDecided, ReasonDialog, recipientHint } from '../reasons.tsx';
import { type RowAction, type RowDialogProps, type Run, useRowActions } from '../row-actions.tsx';
import type { TabProps } from '../search.ts';

/** 'Por revisar': publications that are public once they are approved, on a site without administrators by the superadmin. */
export const HeldTab = (tab: TabProps) => <PanelList of={heldList} tab={tab} actions={useRowActions()} />;

const kindNames: Readonly<Record<HeldItem['target']['type'], string>> = {
  activity: 'Actividad',
  collective: 'Colectivo',
  memory: 'Memoria',
};

const heldList: ListDescription<typeof listHeld> = {
  endpoint: listHeld,
  nouns: ['publicación por revisar', 'publicaciones por revisar'],
  subject: 'lo que espera revisión',
  empty: {
    drawing: 'seedling',
    title: 'No hay nada por revisar',
    text: 'Aquí verás lo que alguien publique y deba esperar una revisión.',
  },
  idOf: ({ target }) => target.id,
  columns: [
    {
      name: 'Publicación',
      width: 'minmax(0, 1.7fr)',
      label: '',
      cell: ({ target }) => (
        <>
          <span className={classes.detail}>{kindNames[target.type]}</span>
          {/* Gets the focus when the row before it leaves: its buttons would decide. */}
          <bdi className={classes.title} tabIndex={-1} data-harmless>
            {target.title}
          </bdi>
          {target.text !== '' && <HeldText text={target.text} />}
        </>
      ),
    },
    {
      name: 'Cuándo y dónde',
      width: 'minmax(0, 1fr)',
      cell: ({ target: { date, place } }) => (date === null ? 'No tiene fecha' : whenAndWhere(date, place)),
    },
    { name: 'Por qué espera', width: 'minmax(0, 1fr)', cell: ({ reason }) => reasonText(reason) },
    {
      name: 'La publicó',
      width: 'minmax(0, 0.8fr)',
      cell: ({ author }) => (author === null ? 'Cuenta eliminada' : <bdi>{author.username}</bdi>),
    },
    {
      name: 'Espera desde',
      width: '7.75rem',
      cell: ({ heldAt }) => `${shortDate(heldAt)}, ${clockTime(heldAt)}`,
    },
  ],
  buttons: { width: '15rem', about: ({ target }) => target.title, of: buttonsOf },
};

function buttonsOf(item: HeldItem): RowAction[] {
  const { target } = item;
  const look = { label: 'Aprobar', icon: IconCheck, tone: 'forest' } as const;
  return [
    target.type === 'collective'
      ? { ...look, dialog: props => <ApproveCollectiveDialog {...props} item={item} /> }
      : { ...look, run: approval(target) },
    {
      label: 'Rechazar',
      icon: IconX,
      tone: 'clay',
      dialog: props => <RejectDialog key={target.id} {...props} item={item} />,
    },
  ];
}

const approval = (target: HeldItem['target']): Run => ({
  call: () => decide(target, { decision: 'approve' }),
  success: `Publicado: ${target.title}`,
  fallback: 'Error al aprobar',
  ...undoOf(target, 'Error al deshacer la aprobación'),
});

/** The undo of a decision; none for a collective, because its owners are notified at once. */
const undoOf = ({ type, id, title }: HeldItem['target'], fallback: string): Pick<Run, 'undo'> =>
  type === 'collective'
    ? {}
    : {
        undo: {
          // 409 if its owner has been notified.
          call: () => call(undoHeld, { params: { type, id } }),
          success: `De nuevo por revisar: ${title}`,
          fallback,
        },
      };

/** Asks first, because the approval of a collective cannot be undone. */
const ApproveCollectiveDialog = ({
  item: { target },
  actions,
  isOpen,
  onClose,
}: RowDialogProps & { item: HeldItem }) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="Aprobar colectivo"
    confirmLabel="Aprobar"
    color="forest"
    onConfirm={() => {
      onClose();
      void actions.run({ id: target.id, ...approval(target) });
    }}
    onCancel={onClose}
  >
    <p>
      <span>{'La página de '}</span>
      <bdi className="strong">{target.title}</bdi>
      <span>
        {
          ' queda a la vista de todo el mundo, y les avisamos enseguida a quienes lo llevan. No se puede deshacer.'
        }
      </span>
    </p>
  </ConfirmDialog>
);

/** 'mar, 24 nov 2026, 9:00 a. m. · Parque': tells publications of one title apart. */
const whenAndWhere = (date: string, place: string): string =>
  [`${shortDate(date)}, ${clockTime(date)}`, place].filter(text => text !== '').join(DOT);

/** 409 if another administrator has decided it. */
const decide = ({ type, id }: HeldItem['target'], body: HeldDecision) =>
  call(decideHeld, { params: { type, id }, body });

const FOLDED_FROM = 200;

/** All of the text, as the decision is about it; a long one is folded. */
const HeldText = ({ text }: { text: string }) =>
  text.length <= FOLDED_FROM ? (
    <p className={`soft fine ${classes.whole}`}>{text}</p>
  ) : (
    <details className={`soft fine ${classes.whole}`}>
      <summary>{`${[...text].slice(0, FOLDED_FROM).join('')}… Leer todo`}</summary>
      <span>{text}</span>
    </details>
  );

function reasonText({ kind, term }: HeldItem['reason']): string {
  if (kind === 'name') return 'Su nombre se parece al de otro, o mezcla alfabetos';
  if (kind === 'prior') return 'En este sitio todo se revisa antes';
  return holdText({ kind, term });
}

/** The reason is sent to the author. */
const RejectDialog = ({
  item: { target, author },
  actions,
  ...dialog
}: RowDialogProps & { item: HeldItem }) => (
  <ReasonDialog
    {...dialog}
    title="Rechazar publicación"
    subject={target.title}
    templates={templatesOf.hide}
    max={REJECTION_REASON_MAX}
    missing={MISSING_REASON_MESSAGE}
    hint={recipientHint(author)}
    isBusy={actions.isBusy(target.id)}
    button="Rechazar"
    busyLabel="Rechazando..."
    onReason={reason =>
      void actions.run({
        id: target.id,
        call: () => decide(target, { decision: 'reject', reason }),
        success: `Rechazado: ${target.title}`,
        fallback: 'Error al rechazar',
        ...undoOf(target, 'Error al deshacer el rechazo'),
        ...onDecided(dialog.onClose),
      })
    }
  />
);
