import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { IMPORT_ROWS_MAX } from '@minga/contract/people-import';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { GrowingTextarea } from '../../../components/form/growing-textarea.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { counted } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import type { ChosenActivity } from '../model.ts';
import { rehearsalQuery, useImport } from './api.ts';
import classes from './bring.module.css';
import { Brought } from './brought.tsx';
import { CheckedRows, EditedRowButtons, type Row } from './checked-rows.tsx';
import { readFile } from './read-file.ts';
import { readPeople } from './read-people.ts';
import type { ReadList, ReadPerson } from './read-person.ts';
import { UnreadableFile } from './read-workbook.ts';

interface Props {
  readonly activity: ChosenActivity;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The dialog in which an organiser brings a list of people: paste it, check what was understood, add. */
export function BringDialog({ activity, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} closeOnClickOutside={false} size="46rem" title="Traer una lista">
      <BringSteps activity={activity} onClose={onClose} />
    </Modal>
  );
}

function BringSteps({ activity, onClose }: Pick<Props, 'activity' | 'onClose'>) {
  const [text, setText] = useState('');
  const [list, setList] = useState<ReadList | null>(null);
  return list === null ? (
    <PasteStep text={text} onText={setText} onRead={setList} />
  ) : (
    <CheckStep activity={activity} list={list} onBack={() => setList(null)} onClose={onClose} />
  );
}

/** Moves the focus to an element if the focused one has left the page, when the step is shown or `changes`. */
function useFocusIfLost(target: RefObject<HTMLElement | null>, changes?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is what moves it.
  useEffect(() => {
    if (document.activeElement === document.body) target.current?.focus();
  }, [target, changes]);
}

interface PasteStepProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onRead: (list: ReadList) => void;
}

const NOBODY = 'No encontramos personas en esa lista. Escribe una por línea, con su nombre.';

function PasteStep({ text, onText, onRead }: PasteStepProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusIfLost(field);

  function show(list: ReadList) {
    if (list.people.length === 0) setProblem(NOBODY);
    else onRead(list);
  }

  async function open(file: File | undefined) {
    if (file === undefined) return;
    setProblem(null);
    setReading(true);
    try {
      show(await readFile(file));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem(error.message);
    } finally {
      setReading(false);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may also be chosen with the button.
    <div className="stack gap-l" onDragOver={event => event.preventDefault()} onDrop={drop}>
      <GrowingTextarea
        ref={field}
        label="Tu lista"
        description="Pégala como la tengas: de WhatsApp, de Excel o escrita a mano, una persona por línea. Solo hace falta el nombre."
        placeholder={'1. Doña Rosa 300 123 4567\nLuis - luis@correo.com\nAna y 2 más'}
        minRows={6}
        maxRows={12}
        data-autofocus
        spellCheck={false}
        value={text}
        onChange={event => onText(event.currentTarget.value)}
      />
      <MessageBox
        kind="error"
        message={problem === null ? null : { sentences: [problem], isVisible: true }}
      />
      <p className="soft small">Agrega solo a quienes te dijeron que quieren estar en la lista.</p>
      <Group justify="space-between" gap="sm" data-dialog-buttons>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.xlsx,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={event => {
            void open(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <BusyButton
          variant="default"
          leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
          isBusy={isReading}
          busyLabel="Leyendo..."
          onClick={() => input.current?.click()}
        >
          Archivo de Excel o .csv
        </BusyButton>
        <Button onClick={() => show(readPeople(text))}>Revisar la lista</Button>
      </Group>
    </div>
  );
}

interface CheckStepProps extends Pick<Props, 'activity' | 'onClose'> {
  readonly list: ReadList;
  readonly onBack: () => void;
}

const rowsOf = (people: readonly ReadPerson[]): Row[] => people.map((person, id) => ({ id, person }));

function CheckStep({ activity, list, onBack, onClose }: CheckStepProps) {
  const [rows, setRows] = useState(() => rowsOf(list.people.slice(0, IMPORT_ROWS_MAX)));
  const [rest, setRest] = useState(() => list.people.slice(IMPORT_ROWS_MAX));
  const [version, setVersion] = useState(0);
  const [editing, setEditing] = useState<number | null>(null);
  const [notify, setNotify] = useState(true);
  const [force, setForce] = useState(false);
  const bringing = { people: rows.map(({ person }) => person), notify, force };
  const rehearsal = useQuery({
    ...rehearsalQuery(activity._id, version, bringing),
    enabled: rows.length > 0,
  });
  const bring = useImport(activity._id);
  const { data, isPlaceholderData } = rehearsal;
  const outcomes = data?.results.length === rows.length ? data.results : undefined;

  const change = useCallback((change: (rows: readonly Row[]) => readonly Row[]) => {
    setRows(before => [...change(before)]);
    setVersion(before => before + 1);
    setEditing(null);
  }, []);
  const edit = useCallback((id: number | null) => setEditing(id), []);
  const correct = useCallback(
    (id: number, person: ReadPerson) => change(all => all.map(row => (row.id === id ? { id, person } : row))),
    [change],
  );
  const summary = useRef<HTMLParagraphElement>(null);
  useFocusIfLost(summary, `${editing} ${version} ${bring.isSuccess}`);

  if (bring.data !== undefined)
    return (
      <Brought
        activity={activity}
        reply={bring.data}
        names={rows.map(({ person }) => person.name || person.phone || person.email)}
        left={rest.length}
        onContinue={() => {
          change(() => rowsOf(rest.slice(0, IMPORT_ROWS_MAX)));
          setRest(rest.slice(IMPORT_ROWS_MAX));
          bring.reset();
        }}
        onCorrect={failed => {
          change(all => all.filter((_, at) => failed.includes(at)));
          bring.reset();
        }}
        onClose={onClose}
      />
    );
  const error = bring.error ?? rehearsal.error;
  const added = data?.added ?? 0;
  const withEmail = rows.filter(
    ({ person }, at) => person.email !== '' && outcomes?.[at]?.result === 'added',
  );
  return (
    <div className="stack gap-l">
      <p ref={summary} tabIndex={-1} role="status" className="title">
        {data === undefined ? uncheckedText(rows.length, rehearsal.isError) : summaryOf(data)}
      </p>
      {rest.length > 0 && (
        <p className="soft">{`Son ${counted(rows.length + rest.length, 'persona', 'personas')}: agrega primero estas ${rows.length} y sigue con las demás.`}</p>
      )}
      {list.unread.length > 0 && (
        <p className="soft small">{`Columnas sin usar: ${list.unread.join(', ')}`}</p>
      )}
      <CheckedRows
        rows={rows}
        outcomes={outcomes}
        editing={editing}
        onEdit={edit}
        onChange={correct}
        onRemove={id => change(all => all.filter(row => row.id !== id))}
      />
      {list.skipped.length > 0 && (
        <details>
          <summary className={classes.skipped}>{`Líneas sin personas: ${list.skipped.length}`}</summary>
          <ul className="stack gap-s">
            {list.skipped.slice(0, SKIPPED_MAX).map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
              <li key={at} className="soft small">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
      {((data?.full ?? 0) > 0 || force) && (
        <Checkbox
          size="md"
          label="Agregar también a quienes no caben"
          description="Pasan de los cupos de la actividad."
          checked={force}
          onChange={event => setForce(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        size="md"
        label="Avisarles por correo"
        description={notifyText(notify, data && { withEmail: withEmail.length, mailed: data.mailed })}
        checked={notify}
        onChange={event => setNotify(event.currentTarget.checked)}
      />
      <MessageBox
        kind="error"
        takesFocus
        message={
          error && {
            sentences: errorSentences(error, 'No pudimos revisar la lista. Intenta de nuevo.'),
            isVisible: true,
          }
        }
      />
      {editing === null ? (
        <Group justify="space-between" gap="sm" data-dialog-buttons>
          <Button variant="default" onClick={onBack}>
            Volver
          </Button>
          {rehearsal.error === null ? (
            <BusyButton
              isBusy={bring.isPending || isPlaceholderData}
              busyLabel={bring.isPending ? 'Agregando...' : 'Revisando...'}
              disabled={added === 0}
              onClick={() => bring.mutate(bringing)}
            >
              {added === 0 ? 'Agregar' : `Agregar a ${counted(added, 'persona', 'personas')}`}
            </BusyButton>
          ) : (
            <Button onClick={() => void rehearsal.refetch()}>Intentar de nuevo</Button>
          )}
        </Group>
      ) : (
        <EditedRowButtons onEdit={edit} />
      )}
    </div>
  );
}

const SKIPPED_MAX = 50;

/** 'Se agregan 74 · ya están o se repiten 3 · no caben 2 · por corregir 1', without what is none. */
function summaryOf(counts: Readonly<Record<'added' | 'already' | 'full' | 'invalid', number>>): string {
  const { added, already, full, invalid } = counts;
  const text = [
    ...(added > 0 ? [added === 1 ? 'se agrega 1' : `se agregan ${added}`] : []),
    ...(already > 0 ? [already === 1 ? 'ya está o se repite 1' : `ya están o se repiten ${already}`] : []),
    ...(full > 0 ? [full === 1 ? 'no cabe 1' : `no caben ${full}`] : []),
    ...(invalid > 0 ? [`por corregir ${invalid}`] : []),
  ].join(DOT);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function uncheckedText(rows: number, hasFailed: boolean): string {
  const people = counted(rows, 'persona', 'personas');
  return hasFailed ? `Falta revisar a ${people}` : `Revisando a ${people}…`;
}

interface Mailable {
  /** New people with an e-mail address. */
  readonly withEmail: number;
  /** Those of them that are told today. */
  readonly mailed: number;
}

/** `mailable` is undefined until the server has checked the list. */
function notifyText(isOn: boolean, mailable: Mailable | undefined): string {
  if (!isOn) return 'Nadie recibe un correo: al final te decimos a quién contarle.';
  if (mailable === undefined) return NOTIFIED;
  const { withEmail, mailed } = mailable;
  if (withEmail === 0) return 'Nadie nuevo tiene correo: al final te decimos a quién contarle.';
  if (mailed === 0)
    return 'Ahora no le llega a nadie: ya avisaste a quienes se puede en un día, o la actividad todavía no es pública. Al final te decimos a quién contarle.';
  if (mailed < withEmail)
    return `Hoy le llega a ${mailed} de ${withEmail}: cada día puedes avisar a unas pocas personas que no confirmaron ellas mismas, y a nadie dos veces. Al final te decimos a quién contarle.`;
  return NOTIFIED;
}

const NOTIFIED = 'Le decimos a cada quien quién le agregó y cómo salir de la lista.';
