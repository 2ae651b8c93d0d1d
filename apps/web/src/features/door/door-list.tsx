import { TextInput } from '@mantine/core';
import { shallowEqual, useCallbackRef, useMergedRef } from '@mantine/hooks';
import { IconCheck, IconCloudUp, IconSearch } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { ChoiceButtons } from '../../components/form/choice-buttons.tsx';
import { LoadMore } from '../../components/page/load-more.tsx';
import { clockTime } from '../../lib/dates/dates.ts';
import { counted } from '../../lib/digits.ts';
import classes from './door.module.css';
import { type DoorPerson, partyName, peopleShown, type Shown, typedCode } from './model.ts';

interface Props {
  readonly people: readonly DoorPerson[];
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly rowsRef: RefObject<HTMLDivElement | null>;
  /** The outcome of the last person, in view below the search. */
  readonly result: ReactNode;
  readonly onSearch: () => void;
  /** The door is not open now. */
  readonly isShut: boolean;
  /** Admits the person with a code that was typed. Resolves to whether there is one. */
  readonly onCode: (code: string) => Promise<boolean>;
  readonly onAdmit: (person: DoorPerson) => void;
  readonly onUndo: (person: DoorPerson) => void;
}

/** A long list must stay quick on a slow phone, and above all the rows that each key of a search replaces. */
const PAGE = 50;
const FOUND_PAGE = 10;
const CHOICES: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'Toda la lista' },
  { value: 'expected', label: 'Faltan' },
  { value: 'arrived', label: 'Llegaron' },
];

/** Everybody on the list, found by name and admitted with one press, or admitted by a typed code where the camera does not read it. */
export function DoorList({ people, searchRef, rowsRef, result, isShut, onSearch, onCode, ...acts }: Props) {
  const [words, setWords] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [count, setCount] = useState(PAGE);
  /** The last typed code without an attendee on the list. */
  const [wrongCode, setWrongCode] = useState<string | null>(null);
  // The field answers at once, also while a long list is rendered.
  const soughtWords = useDeferredValue(words);
  const found = useMemo(() => peopleShown(people, shown, soughtWords), [people, shown, soughtWords]);
  // The same functions at every rendering, for the rows.
  const [admit, undo] = [useCallbackRef(acts.onAdmit), useCallbackRef(acts.onUndo)];
  // A row leaves the list: of those who are missing, or a walk-in that is undone.
  const rows = useMergedRef(rowsRef, useFocusRecovery(rowsRef));
  const pinned = usePinnedBelowBar();
  const isSearching = words.trim() !== '';
  const code = isShut ? null : typedCode(words);

  function search(sought: string): void {
    onSearch();
    setWords(sought);
    setCount(sought.trim() === '' ? PAGE : FOUND_PAGE);
    const typed = isShut ? null : typedCode(sought);
    if (typed !== null && peopleShown(people, 'all', sought).length === 0) void enter(typed, sought);
  }

  /** The field is empty for the next person; what is wrong stays, to be corrected. */
  async function enter(typed: string, sought: string): Promise<void> {
    if (await onCode(typed)) setWords(current => (current === sought ? '' : current));
    else setWrongCode(typed);
  }

  return (
    <section aria-label="Lista de la puerta" className={classes.section}>
      <search ref={pinned} className={classes.search}>
        <TextInput
          ref={searchRef}
          aria-label={isShut ? 'Buscar por nombre' : 'Buscar por nombre o código'}
          placeholder={isShut ? 'Buscar por nombre' : 'Buscar por nombre o código'}
          type="search"
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          leftSection={<IconSearch size={20} aria-hidden />}
          value={words}
          onChange={event => search(event.currentTarget.value)}
        />
        {result}
      </search>
      {!isSearching && people.length > 1 && (
        <ChoiceButtons
          legend="Mostrar"
          choices={CHOICES}
          value={shown}
          onChange={choice => {
            setShown(choice);
            setCount(PAGE);
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div ref={rows} role="group" aria-label="Personas" tabIndex={-1}>
        {found.length > 0 ? (
          <ul className={`stack ${classes.list}`}>
            {found.slice(0, count).map(person => (
              <DoorRow key={person.key} person={person} isShut={isShut} onAdmit={admit} onUndo={undo} />
            ))}
          </ul>
        ) : (
          <p className={classes.none}>
            {code === null ? noneText(people.length, shown, isSearching) : codeText(code === wrongCode)}
          </p>
        )}
      </div>
      <div role="status" className={classes.found}>
        {isSearching && code === null && counted(found.length, 'resultado', 'resultados')}
      </div>
      {found.length > PAGE && (
        <LoadMore
          shown={Math.min(count, found.length)}
          total={found.length}
          hasMore={count < found.length}
          isLoading={false}
          hasFailed={false}
          isByButton
          onMore={() => setCount(count + PAGE)}
        />
      )}
    </section>
  );
}

/** The distance at which the search is pinned: the bar grows with magnified text, and by a banner without a network. */
function usePinnedBelowBar(): RefObject<HTMLElement | null> {
  const pinned = useRef<HTMLElement>(null);
  useEffect(() => {
    const bar = document.getElementById('contenido')?.previousElementSibling;
    if (!bar) return;
    const observer = new ResizeObserver(() => {
      pinned.current?.parentElement?.style.setProperty(
        '--door-top',
        `${bar.getBoundingClientRect().height}px`,
      );
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return pinned;
}

const codeText = (isWrong: boolean): string =>
  isWrong
    ? 'Este código no está en la lista de este dispositivo. Compáralo con el de la persona.'
    : 'Buscando el código…';

function noneText(total: number, shown: Shown, isSearching: boolean): string {
  if (isSearching) return 'No hay nadie con ese nombre. Si no confirmó, usa «Llegó sin confirmar».';
  if (total === 0) return 'Todavía no ha confirmado nadie.';
  return shown === 'arrived' ? 'Todavía no ha llegado nadie.' : 'Ya llegaron todas las personas de la lista.';
}

interface DoorRowProps {
  readonly person: DoorPerson;
  readonly isShut: boolean;
  readonly onAdmit: (person: DoorPerson) => void;
  readonly onUndo: (person: DoorPerson) => void;
}

/** The second press of a double press must not undo the first. */
const DOUBLE_PRESS_MS = 700;
const STANDINGS = { confirmed: '', waiting: 'En lista de espera', offered: 'Con cupo ofrecido' } as const;

function Row({ person, isShut, onAdmit, onUndo }: DoorRowProps) {
  const { companions, status, arrivedAt, isUnsent, isBySelf } = person;
  const admittedAt = useRef(Number.NEGATIVE_INFINITY);
  const hasArrived = arrivedAt !== null;
  const name = partyName(person);

  // An arrival that was undone, in the panel or elsewhere, can be noted again at once.
  useEffect(() => {
    if (!hasArrived) return;
    return () => {
      admittedAt.current = Number.NEGATIVE_INFINITY;
    };
  }, [hasArrived]);

  // One button that changes, so that it keeps the focus.
  function press(at: number): void {
    if (at - admittedAt.current < DOUBLE_PRESS_MS) return;
    if (!hasArrived) admittedAt.current = at;
    if (hasArrived) onUndo(person);
    else onAdmit(person);
  }

  return (
    <li className={`row card ${classes.row}`} data-arrived={hasArrived || undefined}>
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{person.name}</bdi>
          {companions > 0 && <span className={classes.companions}>{` + ${companions}`}</span>}
        </p>
        {hasArrived && (
          <p className={`cluster small strong ${classes.arrived}`}>
            <IconCheck size={18} aria-hidden />
            <span>{` ${clockTime(arrivedAt)}`}</span>
            {isBySelf && <span>Llegó por su cuenta</span>}
            {isUnsent && (
              <span className={classes.unsent}>
                <IconCloudUp size={16} aria-hidden /> Por enviar
              </span>
            )}
          </p>
        )}
        {!hasArrived && status !== 'confirmed' && (
          <p className={`cluster small strong ${classes.standing}`}>{STANDINGS[status]}</p>
        )}
      </div>
      {!isShut && (hasArrived || status === 'confirmed') && (
        <button
          type="button"
          className={hasArrived ? classes.undo : classes.admit}
          aria-label={hasArrived ? `Deshacer: ${name}` : `Llegó: ${name}`}
          onClick={event => press(event.timeStamp)}
        >
          {hasArrived ? 'Deshacer' : 'Llegó'}
        </button>
      )}
    </li>
  );
}

/** Rendered again for another state only: each arrival makes a new list, and a key press in the search renders it twice. */
const DoorRow = memo(
  Row,
  ({ person: before, ...one }, { person: after, ...other }) =>
    shallowEqual(before, after) && shallowEqual(one, other),
);
