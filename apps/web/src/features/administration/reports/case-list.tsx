import { Button, Modal } from '@mantine/core';
import {
  decideReportCase,
  MISSING_NOTE_MESSAGE,
  type NewDecision,
  NOTE_MAX,
  type ReportCase,
  undoReportDecision,
} from '@minga/contract/administration/reports';
import { IconKeyboard } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useIntentDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { now } from '../../../lib/dates/now.ts';
import { call } from '../../../lib/server/api.ts';
import {
  type CaseCommand,
  canUndo,
  caseCommand,
  caseKey,
  decisionLabel,
  decisionOf,
  decisionToast,
  isTyping,
} from '../model.ts';
import { type ExplainedDecision, templatesFor } from '../reason-templates.ts';
import { onDecided, ReasonDialog, recipientHint } from '../reasons.tsx';
import { useRowActions } from '../row-actions.tsx';
import { CaseCard } from './case-card.tsx';
import classes from './reports.module.css';

export type CaseStatus = ReportCase['status'];

interface Props {
  readonly title: string;
  readonly status: CaseStatus;
  /** The first ones of `total`. */
  readonly cases: readonly ReportCase[];
  readonly total: number;
  /** Focused when no case is left; by default the title. */
  readonly fallback?: RefObject<HTMLElement | null>;
  /** Below the cases. */
  readonly children?: ReactNode;
}

type Intent = { readonly kind: 'help' } | { readonly kind: ExplainedDecision; readonly of: ReportCase };

/** Cases, decided by mouse or by keyboard (model.ts). */
export function CaseList({ title, status, cases, total, fallback, children }: Props) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useCaseActions();
  const { intent, isOpen, openWith, close } = useIntentDialog<Intent>();
  const focus = useCaseFocus(cases.map(caseKey), fallback ?? heading, run);

  /** Afterwards the focus is on the next case. */
  async function decide(reported: ReportCase, ...decision: DecisionArguments) {
    const key = caseKey(reported);
    const restore = focus.afterRemoval(key);
    await actions.decide(reported, ...decision);
    restore();
  }

  async function undo(reported: ReportCase) {
    const key = caseKey(reported);
    const restore = focus.afterRemoval(key);
    await actions.undo(reported);
    if (status === 'open') focus.toCase(key);
    else restore();
  }

  function run(command: CaseCommand, key: string | null) {
    if (command === 'help') return openWith({ kind: 'help' });
    const reported = cases.find(one => caseKey(one) === key);
    if (command === 'next' || command === 'previous') return focus.move(command, key);
    // In the open queue an undo is about the case that has left.
    if (focus.hasJustMoved() && !(command === 'undo' && status === 'open')) return;
    if (command === 'undo') {
      const undone = status === 'open' ? actions.lastDecided() : reported;
      if (undone && (status === 'open' || canUndo(undone, now()))) void undo(undone);
      return;
    }
    const decision = status === 'open' && reported ? decisionOf(command, reported) : null;
    if (reported && decision !== null) choose(reported, decision);
  }

  function choose(reported: ReportCase, decision: 'dismiss' | ExplainedDecision) {
    if (actions.isBusy(reported)) return;
    if (decision === 'dismiss') void decide(reported, { decision, note: '' });
    else openWith({ kind: decision, of: reported });
  }

  return (
    <section {...focus.queue} aria-labelledby={headingId} className={classes.queue}>
      <div className={`bar ${classes.head}`}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={`title ${classes.heading}`}>
          {title}
        </h2>
        {total > 0 && <ShortcutsButton onClick={() => openWith({ kind: 'help' })} />}
      </div>
      {total > 0 && (
        <div {...focus.feed} role="feed" aria-labelledby={headingId} className="stack gap-l">
          {cases.map((reported, index) => (
            <CaseCard
              key={caseKey(reported)}
              reported={reported}
              position={index + 1}
              total={total}
              isFirstStop={focus.isStop(caseKey(reported))}
              isBusy={actions.isBusy(reported)}
              onDecide={decision => choose(reported, decision)}
              onUndo={() => void undo(reported)}
            />
          ))}
        </div>
      )}
      {children}
      {intent !== null && intent.kind !== 'help' && (
        <ReasonDialog
          key={`${caseKey(intent.of)}-${intent.kind}`}
          isOpen={isOpen}
          onClose={close}
          title={decisionLabel(intent.kind, intent.of)}
          subject={intent.of.target.title}
          consequence={consequences[intent.kind]}
          templates={templatesFor(intent.kind, intent.of.reasons[0]?.reason)}
          max={NOTE_MAX}
          missing={MISSING_NOTE_MESSAGE}
          hint={recipientHint(intent.of.author)}
          isBusy={actions.isBusy(intent.of)}
          button={decisionLabel(intent.kind, intent.of)}
          busyLabel="Guardando..."
          onReason={note => void decide(intent.of, { decision: intent.kind, note }, onDecided(close))}
        />
      )}
      {intent?.kind === 'help' && <ShortcutsDialog status={status} isOpen={isOpen} onClose={close} />}
    </section>
  );
}

const consequences: Readonly<Record<ExplainedDecision, string>> = {
  hide: 'Deja de verse enseguida. Si era un error, tienes diez minutos para deshacerlo.',
  delete: 'Deja de verse enseguida. Tienes diez minutos para deshacerlo; después se elimina para siempre.',
  ban: 'Enseguida deja de verse todo lo que publicó, y no puede entrar. Si era un error, tienes diez minutos para deshacerlo; después se lo contamos.',
};

type DecisionArguments =
  Parameters<ReturnType<typeof useCaseActions>['decide']> extends [unknown, ...infer Rest] ? Rest : never;

const UNDONE = 'Deshecho: el caso está otra vez por revisar';
const NOT_UNDONE = 'Error al deshacer la decisión';

const paramsOf = ({ target: { type, id } }: ReportCase) => ({ targetType: type, targetId: id });

/** Decides cases and undoes decisions: each once at a time, followed by a refetch. */
function useCaseActions() {
  const actions = useRowActions();
  /** The last decision of this screen. */
  const last = useRef<ReportCase | null>(null);

  const undoOptions = (reported: ReportCase) => ({
    call: async () => {
      last.current = null;
      // 409 once the ten minutes are over.
      await call(undoReportDecision, { params: paramsOf(reported) });
    },
    success: UNDONE,
    fallback: NOT_UNDONE,
  });

  /** Resolves after the refetch, whether or not it succeeded. */
  const runDecision = (
    reported: ReportCase,
    decision: NewDecision,
    handlers: { onDone?: () => void; onFailed?: (error: unknown) => void } = {},
  ) =>
    actions.run({
      id: caseKey(reported),
      call: async () => {
        // 409 if another admin has decided it.
        await call(decideReportCase, { params: paramsOf(reported), body: decision });
        last.current = reported;
      },
      success: decisionToast(decision.decision, reported),
      fallback: 'Error al decidir el caso',
      undo: undoOptions(reported),
      ...handlers,
    });

  const runUndo = (reported: ReportCase) => actions.run({ id: caseKey(reported), ...undoOptions(reported) });

  return {
    isBusy: (reported: ReportCase) => actions.isBusy(caseKey(reported)),
    decide: runDecision,
    undo: runUndo,
    /** The case of the last decision; null: there is none to undo. */
    lastDecided: () => last.current,
  };
}

/** For this long after the focus has moved to the next case by itself, a key can still be meant for the one that has left. */
const MOVED_MS = 700;

/**
 * The focus in the queue of cases. One case is the tab stop; keys move between them or are commands, only while the focus is in
 * the queue. `keys` are those of the cases in their order.
 */
function useCaseFocus(
  keys: readonly string[],
  fallback: RefObject<HTMLElement | null>,
  run: (command: CaseCommand, key: string | null) => void,
) {
  const feed = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  /** When a removal moved the focus, in milliseconds of the page; null: a key has moved it since. */
  const movedAt = useRef<number | null>(null);
  const current = stop !== null && keys.includes(stop) ? stop : keys[0];

  const elementOf = (key: string | undefined): HTMLElement | null =>
    key === undefined
      ? null
      : (feed.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(key)}"]`) ?? null);

  const keyOf = (element: EventTarget | null): string | null =>
    element instanceof Element ? (element.closest<HTMLElement>('[data-case]')?.dataset.case ?? null) : null;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    // The events of dialogs reach their React parents, too.
    if (!(target instanceof Element) || !currentTarget.contains(target) || isTyping(target)) return;
    const command = caseCommand(event);
    if (command === null) return;
    event.preventDefault();
    run(command, keyOf(target));
  }

  return {
    /** Props of the queue with its heading, on which the focus is when no case is left. */
    queue: { onKeyDown: handleKey },
    /** Props of the element around the cases. */
    feed: {
      ref: feed,
      onFocus: ({ target }: { target: EventTarget }) => setStop(keyOf(target)),
    },
    isStop: (key: string) => key === current,
    move(direction: 'next' | 'previous', from: string | null) {
      movedAt.current = null;
      const index = keys.indexOf(from ?? '') + (direction === 'next' ? 1 : -1);
      elementOf(keys[index])?.focus();
    },
    toCase: (key: string) => elementOf(key)?.focus(),
    /** Call before a case may leave the queue; the returned function focuses the next one if the focus left with it. */
    afterRemoval(key: string) {
      const index = keys.indexOf(key);
      const successors = [...keys.slice(index + 1), ...keys.slice(0, Math.max(index, 0)).reverse()];
      return () => {
        if (elementOf(key) !== null || document.activeElement !== document.body) return;
        const next = successors.map(elementOf).find(element => element !== null);
        (next ?? fallback.current)?.focus();
        movedAt.current = performance.now();
      };
    },
    /** Whether a key that is pressed now is too early to be about the focused case. */
    hasJustMoved: () => movedAt.current !== null && performance.now() - movedAt.current < MOVED_MS,
  };
}

const moves = [
  ['J o ↓', 'Ir al caso siguiente'],
  ['K o ↑', 'Ir al caso anterior'],
] as const;
const decisions = [
  ['D', 'Descartar'],
  ['P', 'Volver a publicar lo que se ocultó'],
  ['O', 'Ocultar o dejar oculto'],
  ['E', 'Eliminar'],
  ['C', 'Desactivar la cuenta'],
] as const;
const others = [
  ['Z', 'Deshacer'],
  ['?', 'Ver estas teclas'],
] as const;

interface ShortcutsDialogProps {
  readonly status: CaseStatus;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The keys of the queue. */
const ShortcutsDialog = ({ status, isOpen, onClose }: ShortcutsDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title="Decidir con el teclado">
    <p className={classes.lead}>Sirven cuando el foco está en un caso. Al escribir no hacen nada.</p>
    <dl className={`stack gap-s ${classes.keys}`}>
      {[...moves, ...(status === 'open' ? decisions : []), ...others].map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd className={classes.kbd}>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {status === 'open' && (
      <p className={classes.lead}>
        Para el motivo: con <kbd className={classes.kbd}>Espacio</kbd> tomas el primero, con las flechas
        eliges otro y con <kbd className={classes.kbd}>Enter</kbd> decides.
      </p>
    )}
  </Modal>
);

/** In sight where there is a keyboard. */
const ShortcutsButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button
    variant="subtle"
    size="sm"
    className={classes.button ?? ''}
    leftSection={<IconKeyboard size={20} aria-hidden />}
    onClick={onClick}
  >
    Teclas
  </Button>
);
