import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { Attendance } from '@minga/contract/attendance';
import { doorHours } from '@minga/contract/door-hours';
import {
  IconBrandWhatsapp,
  IconChecklist,
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconListCheck,
  IconPrinter,
  IconSignature,
  IconUserPlus,
} from '@tabler/icons-react';
import { type UseInfiniteQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { now } from '../../lib/dates/now.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import type { Page } from '../../lib/server/pages.ts';
import { saveFile } from '../../lib/storage/files.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { whatsAppLink } from '../../lib/whatsapp.ts';
import { fetchAllParticipants, refreshParticipants } from './api.ts';
import { type ChosenActivity, listText } from './model.ts';
import classes from './participants.module.css';

interface Props {
  activity: ChosenActivity;
  /** The loaded ones of `total`. */
  participants: readonly Attendance[];
  total: number;
  list: ParticipantListQuery;
  /** Why participants cannot be added any more; null: they can. */
  started: string | null;
  /** All but the first action are in the menu. Elsewhere it has the rare ones. */
  isPhone: boolean;
  onAdd: () => void;
  onBring: () => void;
  /** Starts the selection of several participants; undefined: it has started, or there is one participant. */
  onSelect: (() => void) | undefined;
  /** Renders all rows, for paper. */
  onRenderAll: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

export function ListActions(props: Props) {
  const { activity, participants, total, list, started, isPhone, onAdd, onBring, onSelect, onRenderAll } =
    props;
  const hasStarted = started !== null;
  const exported = useExport(activity, 'csv');
  const workbook = useExport(activity, 'xlsx');
  const sheet = useSignatureSheet(activity);
  const whole = useWholeList(list);
  const reasonId = useId();
  const whatsApp = useRef<HTMLAnchorElement>(null);
  const loading = `Cargando… ${whole.percent} %`;
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  // Not in every render: the search renders this with each key.
  const shared = useMemo(() => listText(participants, total, activity), [participants, total, activity]);
  function printWhole() {
    onRenderAll();
    whole.whenWhole('print', () => print());
  }
  // The browser's own shortcut would print the rendered rows.
  useWindowEvent('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return;
    event.preventDefault();
    printWhole();
  });
  const closeMenu = () => menu.current?.togglePopover?.(false);
  // The notice of an empty list has it, too.
  const bringButton = !hasStarted && total > 0 && (
    <Button
      variant="default"
      leftSection={<IconListCheck {...icon} />}
      onClick={() => {
        closeMenu();
        onBring();
      }}
    >
      Traer una lista
    </Button>
  );
  const exportButton = (
    <BusyButton
      variant="default"
      leftSection={<IconDownload {...icon} />}
      onClick={exported.start}
      isBusy={exported.isExporting}
      busyLabel={`Exportando… ${exported.percent} %`}
    >
      Exportar Lista
    </BusyButton>
  );
  return (
    <>
      <div className="cluster">
        {/* aria-disabled instead of disabled, so that keyboard users can focus the button and hear the reason. */}
        <Button
          leftSection={<IconUserPlus {...icon} />}
          onClick={hasStarted ? undefined : onAdd}
          aria-label="Agregar Participante"
          aria-disabled={hasStarted || undefined}
          data-disabled={hasStarted}
          aria-describedby={hasStarted ? reasonId : undefined}
        >
          {isPhone ? 'Agregar' : 'Agregar Participante'}
        </Button>
        {!isPhone && bringButton}
        {!isPhone && exportButton}
        {(isPhone || total > 0) && (
          <button
            type="button"
            popoverTarget={menuId}
            aria-label="Más acciones"
            className={`centred card ${classes.dots}`}
          >
            <IconDots {...icon} />
          </button>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus. */}
        <div
          ref={menu}
          id={menuId}
          popover="auto"
          className={`card ${classes.sheet} ${classes.menu}`}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.togglePopover?.(false);
          }}
        >
          {isPhone && bringButton}
          {isPhone && exportButton}
          {total > 0 && (
            <>
              <Button
                variant="default"
                component="a"
                href={whatsAppLink(shared)}
                target="_blank"
                rel="noreferrer"
                ref={whatsApp}
                leftSection={<IconBrandWhatsapp {...icon} />}
                onClick={event => {
                  if (!list.hasNextPage) return;
                  event.preventDefault();
                  whole.whenWhole('share', () => whatsApp.current?.click());
                }}
              >
                {whole.waiting === 'share' ? loading : 'Lista por WhatsApp'}
              </Button>
              <BusyButton
                variant="default"
                leftSection={<IconPrinter {...icon} />}
                onClick={printWhole}
                isBusy={whole.waiting === 'print'}
                busyLabel={loading}
              >
                Imprimir
              </BusyButton>
              <BusyButton
                variant="default"
                leftSection={<IconSignature {...icon} />}
                onClick={sheet.print}
                isBusy={sheet.isLoading}
                busyLabel="Preparando…"
              >
                Planilla para firmar
              </BusyButton>
              <BusyButton
                variant="default"
                leftSection={<IconFileSpreadsheet {...icon} />}
                onClick={workbook.start}
                isBusy={workbook.isExporting}
                busyLabel={`Exportando… ${workbook.percent} %`}
              >
                Descargar para Excel
              </BusyButton>
            </>
          )}
          {onSelect && (
            <Button
              variant="default"
              leftSection={<IconChecklist {...icon} />}
              onClick={() => {
                closeMenu();
                onSelect();
              }}
            >
              Quitar a varias personas
            </Button>
          )}
        </div>
      </div>
      {sheet.element}
      {hasStarted && (
        <p className={`soft ${classes.reason}`}>
          <span id={reasonId}>{`${started}: ya no se agregan participantes.`}</span>{' '}
          {now() < doorHours(activity).closes && (
            <Link to="/tasks/$id/$tab" params={{ id: activity._id, tab: 'puerta' }} className="link">
              Anotar llegadas en la puerta
            </Link>
          )}
        </p>
      )}
    </>
  );
}

/** Exports the complete list as a file. An empty list is not exported (docs/rules.md R4.9). */
function useExport({ _id, title, ...asked }: ChosenActivity, kind: 'csv' | 'xlsx') {
  const queryClient = useQueryClient();
  const [percent, setPercent] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setPercent(0);
      const [participants, { fileOf }] = await Promise.all([
        fetchAllParticipants(_id, share => setPercent(Math.round(share * 100))),
        kind === 'csv' ? import('./participants-csv.ts') : import('./participants-workbook.ts'),
      ]);
      if (participants.length === 0) return false;
      saveFile(exportFileName(title, kind), fileOf(participants, asked));
      return true;
    },
    onSuccess: isSaved => {
      if (isSaved) toastSuccess('Lista exportada correctamente');
      else toastError('No hay participantes para exportar');
    },
    onError: error => {
      toastError(errorText(error, 'Error al exportar la lista'));
      // If the activity was deleted, the refetched list shows that.
      void refreshParticipants(queryClient, _id);
    },
  });
  return { start: () => mutate(), isExporting: isPending, percent };
}

const loadSheet = () => import('./signature-sheet.tsx');
const SignatureSheet = lazy(() => loadSheet().then(module => ({ default: module.SignatureSheet })));

/** Prints the sheet on which all people of the list sign. It is rendered for the printer alone. */
function useSignatureSheet(activity: ChosenActivity) {
  const [participants, setParticipants] = useState<readonly Attendance[] | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const [rows] = await Promise.all([fetchAllParticipants(activity._id, () => {}), loadSheet()]);
      return rows;
    },
    onSuccess: setParticipants,
    onError: error => toastError(errorText(error, 'No pudimos preparar la planilla. Intenta de nuevo.')),
  });
  const element = participants && (
    <Suspense>
      <SignatureSheet
        activity={activity}
        participants={participants}
        onPrinted={() => setParticipants(null)}
      />
    </Suspense>
  );
  return { print: () => mutate(), isLoading: isPending, element };
}

export type ParticipantListQuery = Pick<
  UseInfiniteQueryResult<Page<Attendance>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Requests beyond those of the pages: changes of the list cancel a request that is running. */
const EXTRA_REQUESTS_MAX = 20;

/**
 * Runs an action on the rendered list once all of it is loaded, one page at a time: paper and messages must not hold its first page
 * only. `waiting` names the action that waits, `percent` how much is loaded.
 */
function useWholeList({
  data,
  hasNextPage,
  fetchNextPage,
}: Pick<ParticipantListQuery, 'data' | 'hasNextPage' | 'fetchNextPage'>) {
  const [waiting, setWaiting] = useState<string | null>(null);
  const action = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (waiting === null || hasNextPage) return;
    setWaiting(null);
    action.current?.();
  }, [waiting, hasNextPage]);

  async function loadRest(): Promise<void> {
    for (let extra = 0, rows = 0; extra < EXTRA_REQUESTS_MAX; ) {
      // A request that is running is awaited: cancelling it would lose the change that it fetches.
      const page = await fetchNextPage({ cancelRefetch: false });
      if (!page.hasNextPage) return;
      if (page.isFetchNextPageError) throw page.error;
      const loaded = page.data?.rows.length ?? 0;
      extra += loaded > rows ? 0 : 1;
      rows = loaded;
    }
    throw new Error('The list changed during every request');
  }

  /** Calls `then` after the rest is rendered. Ignored while another action waits. */
  function whenWhole(name: string, then: () => void): void {
    if (waiting !== null) return;
    action.current = then;
    setWaiting(name);
    if (!hasNextPage) return;
    loadRest().catch(error => {
      setWaiting(null);
      toastError(errorText(error, 'No pudimos cargar toda la lista. Intenta de nuevo.'));
    });
  }

  const percent = Math.floor((100 * (data?.rows.length ?? 0)) / Math.max(1, data?.total ?? 0));
  return { whenWhole, waiting, percent };
}

/** File systems allow 255 bytes, and a browser may append ' (1)'. */
const TITLE_BYTES_MAX = 180;

// Characters that are reserved on some system, and invisible ones.
const PATH_CHARACTERS = /[\p{Cc}\\/:*?"<>|]/gu;
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu;

/** 'asistentes-Siembra de árboles.csv': the title in a form that is valid on every file system. */
export function exportFileName(title: string, kind: 'csv' | 'xlsx' = 'csv'): string {
  const clean = title.replace(INVISIBLE, '').replace(PATH_CHARACTERS, ' ').replace(/\s+/g, ' ');
  // Windows drops trailing dots and spaces.
  const name = truncate(clean.trim()).replace(/[. ]+$/, '');
  return `asistentes-${name === '' ? 'actividad' : name}.${kind}`;
}

function truncate(title: string): string {
  let bytes = 0;
  const end = [...title].findIndex(character => {
    bytes += new TextEncoder().encode(character).length;
    return bytes > TITLE_BYTES_MAX;
  });
  return end < 0 ? title : [...title].slice(0, end).join('');
}
