import { Modal, Stack } from '@mantine/core';
import { MISSING_REASON_MESSAGE, REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import type { HeldItem } from '@minga/contract/administration/held';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useIntentDialog } from '../../components/use-lazy-dialog.ts';
import { ApiError } from '../../lib/api.ts';
import { clockTime, shortDate } from '../../lib/dates.ts';
import { counted } from '../../lib/digits.ts';
import { DialogErrorBanner } from './errors.tsx';
import { holdText, reasonError } from './model.ts';
import { PanelList, RowButton, usePanelList } from './panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from './panel-table.tsx';
import { templatesOf } from './reason-templates.ts';
import { ReasonField, useReasonDraft } from './reasons.tsx';
import { heldList, useDecideHeld } from './reports-api.ts';
import { type RowActions, useRowActions } from './row-actions.ts';
import type { TabProps } from './search.ts';
import classes from './tabs.module.css';

const COLUMNS = ['Publicación', 'Por qué espera', 'La publicó', 'Espera desde', 'Acciones'] as const;
const WIDTHS = 'minmax(0, 1.7fr) minmax(0, 1fr) minmax(0, 0.8fr) 7.75rem 15rem';

const kindNames: Readonly<Record<HeldItem['target']['type'], string>> = {
  activity: 'Actividad',
  collective: 'Colectivo',
  memory: 'Memoria',
};

/** 'Por revisar': publications that are public once they are approved, on a site without administrators by the superadmin. */
export function HeldTab(tab: TabProps) {
  const list = usePanelList({ pageOf: heldList, tab, fallback: 'Error al obtener lo que espera revisión' });
  const actions = useRowActions();
  const decision = useDecideHeld();
  const { intent, isOpen, openWith, close } = useIntentDialog<HeldItem>();

  const approve = ({ target }: HeldItem) =>
    void actions.run({
      id: target.id,
      call: () => decision.mutateAsync({ target, decision: 'approve' }),
      success: `Publicado: ${target.title}`,
      fallback: 'Error al aprobar',
    });

  return (
    <>
      <PanelList
        list={list}
        countText={count => counted(count, 'publicación por revisar', 'publicaciones por revisar')}
        loadingText="Cargando lo que espera revisión..."
        errorText="No pudimos traer lo que espera revisión."
        empty={nothing}
      >
        {(rows, headingId) => (
          <PanelTable labelledBy={headingId} columns={COLUMNS} widths={WIDTHS}>
            {rows.map(item => (
              <HeldRow
                key={item.target.id}
                item={item}
                isBusy={actions.isBusy(item.target.id)}
                onApprove={approve}
                onReject={openWith}
              />
            ))}
          </PanelTable>
        )}
      </PanelList>
      {intent !== null && (
        <Modal
          opened={isOpen}
          onClose={close}
          closeOnClickOutside={false}
          size="lg"
          title="Rechazar publicación"
        >
          <DialogErrorBanner />
          <RejectForm key={intent.target.id} item={intent} actions={actions} onClose={close} />
        </Modal>
      )}
    </>
  );
}

const nothing = (
  <EmptyState
    drawing="seedling"
    order={3}
    title="No hay nada por revisar"
    text="Aquí verás lo que alguien publique y deba esperar una revisión."
  />
);

interface RowProps {
  readonly item: HeldItem;
  readonly isBusy: boolean;
  readonly onApprove: (item: HeldItem) => void;
  readonly onReject: (item: HeldItem) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

function HeldRow({ item, isBusy, onApprove, onReject }: RowProps) {
  const { target, reason, author, heldAt } = item;
  const shared = { about: target.title, isBusy };
  return (
    <PanelRow id={target.id}>
      <PanelCell>
        <span className={classes.kind}>{kindNames[target.type]}</span>
        {/* Gets the focus when the row before it leaves: its buttons would decide. */}
        <bdi className={classes.title} tabIndex={-1} data-harmless>
          {target.title}
        </bdi>
        {target.text !== '' && <HeldText text={target.text} />}
      </PanelCell>
      <PanelCell label={COLUMNS[1]}>{reasonText(reason)}</PanelCell>
      <PanelCell label={COLUMNS[2]}>
        {author === null ? 'Cuenta eliminada' : <bdi>{author.username}</bdi>}
      </PanelCell>
      <PanelCell label={COLUMNS[3]}>{`${shortDate(heldAt)}, ${clockTime(heldAt)}`}</PanelCell>
      <PanelCell isActions>
        <RowButton {...shared} tone="forest" icon={<IconCheck {...icon} />} onClick={() => onApprove(item)}>
          Aprobar
        </RowButton>
        <RowButton {...shared} tone="clay" icon={<IconX {...icon} />} onClick={() => onReject(item)}>
          Rechazar
        </RowButton>
      </PanelCell>
    </PanelRow>
  );
}

const FOLDED_FROM = 200;

/** All of the text, as the decision is about it; a long one is folded. */
const HeldText = ({ text }: { text: string }) =>
  text.length <= FOLDED_FROM ? (
    <p className={classes.text}>{text}</p>
  ) : (
    <details className={classes.text}>
      <summary
        className={classes.summary}
      >{`${[...text].slice(0, FOLDED_FROM).join('')}… Leer todo`}</summary>
      <span>{text}</span>
    </details>
  );

function reasonText({ kind, term }: HeldItem['reason']): string {
  if (kind === 'name') return 'Su nombre se parece al de otro, o mezcla alfabetos';
  if (kind === 'prior') return 'En este sitio todo se revisa antes';
  return holdText({ kind, term });
}

interface FormProps {
  readonly item: HeldItem;
  readonly actions: RowActions;
  readonly onClose: () => void;
}

/** The reason starts as the first template; it is sent to the author. */
function RejectForm({ item: { target, author }, actions, onClose }: FormProps) {
  const decision = useDecideHeld();
  const draft = useReasonDraft(templatesOf.hide, templatesOf.hide[0]?.id ?? '');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const invalid = reasonError(draft.text, REJECTION_REASON_MAX, MISSING_REASON_MESSAGE);
    setError(invalid);
    if (invalid !== undefined) return;
    void actions.run({
      id: target.id,
      call: () => decision.mutateAsync({ target, decision: 'reject', reason: draft.text }),
      success: `Rechazado: ${target.title}`,
      fallback: 'Error al rechazar',
      onDone: onClose,
      // Deleted, or another administrator has decided.
      onFailed: failure => failure instanceof ApiError && [404, 409].includes(failure.status) && onClose(),
    });
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.subject}>{target.title}</p>
        <ReasonField
          templates={templatesOf.hide}
          draft={draft}
          max={REJECTION_REASON_MAX}
          label="Motivo"
          hint={
            author === null ? (
              'Queda en el registro.'
            ) : (
              <>
                <span>{'Se lo diremos a '}</span>
                <bdi>{author.username}</bdi>
                <span>.</span>
              </>
            )
          }
          error={error}
        />
        <DialogButtons onCancel={onClose} color="clay" isBusy={decision.isPending} busyLabel="Rechazando...">
          Rechazar
        </DialogButtons>
      </Stack>
    </form>
  );
}
