import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { Covered } from '../../../components/map/camera.ts';
import classes from './map-view.module.css';

/** How much of the list is over the map: its first row, half of the map, or all of it. */
const POSITIONS = ['peek', 'half', 'whole'] as const;
type Position = (typeof POSITIONS)[number];

interface Props {
  sheet: Sheet;
  /** Next to the handle: the number of results. */
  head: ReactNode;
  children: ReactNode;
}

/**
 * The list over the map of a phone. It is scrolled over the map, so that it moves with the finger, the wheel and the focus before any
 * code runs; on wide screens it stands next to the map. The handle also moves it with a mouse and the keyboard.
 */
export function MapSheet({ sheet, head, children }: Props) {
  const listId = useId();
  const handle = useRef<HTMLButtonElement>(null);

  /** Escape lowers the sheet. The handle stays in view while the rows scroll. */
  function lower({ key, defaultPrevented }: KeyboardEvent) {
    if (key !== 'Escape' || defaultPrevented) return;
    handle.current?.focus({ preventScroll: true });
    sheet.moveTo('peek');
  }

  return (
    <div
      ref={sheet.scroller}
      className={classes.scroller}
      data-scroll-restoration-id="map-sheet"
      onScroll={sheet.onScroll}
    >
      <div className={classes.room} />
      <section
        ref={sheet.panel}
        id={listId}
        aria-label="Las actividades del mapa"
        className={classes.sheet}
        onKeyDown={lower}
      >
        <div className={`row ${classes.sheetHead}`}>
          <SheetHandle ref={handle} sheet={sheet} listId={listId} />
          {head}
        </div>
        {children}
      </section>
    </div>
  );
}

/** Farther is a drag, not a press. */
const DRAG_PIXELS = 4;

interface HandleProps {
  ref: RefObject<HTMLButtonElement | null>;
  sheet: Sheet;
  listId: string;
}

function SheetHandle({ ref, sheet, listId }: HandleProps) {
  const { position, scroller } = sheet;
  const start = useRef<{ y: number; top: number } | null>(null);
  const wasDragged = useRef(false);

  function press({ detail }: MouseEvent) {
    const isOfKeyboard = detail === 0;
    if (wasDragged.current && !isOfKeyboard) return;
    sheet.moveTo(POSITIONS[POSITIONS.indexOf(sheet.goal()) + 1] ?? 'peek');
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = POSITIONS[POSITIONS.indexOf(sheet.goal()) + step];
    if (next) sheet.moveTo(next);
  }

  /** A finger scrolls; a mouse does not. */
  function grab({ pointerType, button, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    wasDragged.current = false;
    if (pointerType === 'touch' || button !== 0 || !scroller.current) return;
    start.current = { y: clientY, top: scroller.current.scrollTop };
    currentTarget.setPointerCapture(pointerId);
  }

  function drag({ clientY }: PointerEvent) {
    if (start.current === null) return;
    const distance = start.current.y - clientY;
    wasDragged.current ||= Math.abs(distance) > DRAG_PIXELS;
    if (wasDragged.current) sheet.drag(start.current.top + distance);
  }

  function release() {
    if (start.current !== null && wasDragged.current) sheet.drop(start.current.top);
    start.current = null;
  }

  return (
    <button
      ref={ref}
      type="button"
      className={classes.handle}
      aria-label="Lista de actividades"
      aria-expanded={position !== 'peek'}
      aria-controls={listId}
      onClick={press}
      onKeyDown={move}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}

type Sheet = ReturnType<typeof useMapSheet>;

/** The scroll is at rest when none has come for so long. */
const SETTLED_MS = 120;

/** The state of the sheet, which is its scroll position, and what moves it. */
export function useMapSheet() {
  const scroller = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [position, setPosition] = useState<Position>('peek');
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);

  function scrollTo(top: number) {
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.scrollTo({ top, behavior: isReduced ? 'instant' : 'smooth' });
  }
  // While it moves, the next press goes on from where it moves to.
  const aim = useRef<Position>(null);
  function moveTo(next: Position) {
    aim.current = next;
    scrollTo(topOf(scroller.current, next));
    settleLater();
  }
  useBackToPeek(scroller, position, moveTo);

  function settleLater() {
    clearTimeout(settling.current);
    settling.current = setTimeout(settle, SETTLED_MS);
  }

  function settle() {
    if (scroller.current === null) return;
    scroller.current.style.scrollSnapType = '';
    aim.current = null;
    setPosition(nearest(scroller.current));
  }

  return {
    scroller,
    panel,
    position,
    goal: (): Position => aim.current ?? position,
    moveTo,
    onScroll: settleLater,
    /** Without snapping until it is dropped. */
    drag: (top: number) => {
      if (scroller.current === null) return;
      scroller.current.style.scrollSnapType = 'none';
      scroller.current.scrollTop = top;
    },
    /** Moves on to the next position in the direction of the drag that began at `from`. */
    drop: (from: number) => {
      if (scroller.current === null) return;
      const top = scroller.current.scrollTop;
      const ways = POSITIONS.filter(way => {
        const end = topOf(scroller.current, way);
        return top > from ? end >= top : end <= top;
      });
      const next = top > from ? ways[0] : ways.at(-1);
      if (next && top < topOf(scroller.current, 'whole')) moveTo(next);
    },
    /** Shows the beginning of the list, at least as far as it was open. */
    showFirst: () => {
      const whole = topOf(scroller.current, 'whole');
      if (scroller.current && scroller.current.scrollTop > whole) scrollTo(whole);
    },
    covered: (map: Element | null): Covered => coveredBy(panel.current, map),
  };
}

/** The scroll position at which the sheet stands there. The room above it is what it can rise. */
function topOf(scroller: HTMLElement | null, position: Position): number {
  const room = scroller?.firstElementChild?.clientHeight ?? 0;
  return { peek: 0, half: Math.round(room / 2), whole: room }[position];
}

function nearest(scroller: HTMLElement): Position {
  const distanceTo = (position: Position) =>
    Math.max(0, topOf(scroller, position) - scroller.scrollTop) ||
    (position === 'whole' ? 0 : scroller.scrollTop - topOf(scroller, position));
  return POSITIONS.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0] ?? 'peek';
}

/** The sheet is at the foot of the map, or in landscape at its left. At most half of the map counts: the rest needs room. */
function coveredBy(panel: Element | null, map: Element | null): Covered {
  const nothing = { left: 0, bottom: 0 };
  if (panel === null || map === null) return nothing;
  const sheet = panel.getBoundingClientRect();
  const { left, right, bottom, width, height } = map.getBoundingClientRect();
  if (sheet.left >= right || sheet.right <= left || sheet.top >= bottom) return nothing;
  if (sheet.right - left < width * 0.7) return { left: sheet.right - left, bottom: 0 };
  return { left: 0, bottom: Math.min(bottom - sheet.top, height / 2) };
}

const ENTRY = 'map-list';

/** Gives the whole list its own history entry: Back lowers it instead of leaving the map. The entry goes when it is lowered otherwise. */
function useBackToPeek(
  scroller: RefObject<HTMLElement | null>,
  position: Position,
  moveTo: (position: Position) => void,
): void {
  const navigate = useNavigate();
  const router = useRouter();
  const isWhole = position === 'whole';
  const wasWhole = useRef(false);
  const isGoingBack = useRef(false);
  const hasEntry = useRouterState({ select: ({ location }) => location.state.dialog === ENTRY });

  const follow = useEffectEvent(() => {
    const { history } = router;
    // After a reload or a step forward the entry is there before the list is whole. On the way back the list is still whole.
    if (isWhole && !hasEntry && !isGoingBack.current)
      void navigate({ to: '.', search: true, hash: true, state: { dialog: ENTRY }, resetScroll: false });
    if (!isWhole && wasWhole.current && hasEntry) history.back();
    wasWhole.current = isWhole;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry that is replaced, as by another filter, is not added again.
  useEffect(() => follow(), [isWhole]);

  const stepBack = useEffectEvent((top: number) => {
    if (scroller.current === null) return;
    scroller.current.scrollTop = top;
    if (nearest(scroller.current) === 'whole') moveTo('peek');
  });
  useEffect(() => {
    let top = 0;
    const stops = [
      router.history.subscribe(({ action }) => {
        isGoingBack.current = action.type === 'BACK';
        top = scroller.current?.scrollTop ?? 0;
      }),
      // After the router has restored the scroll of the entry, at which the list was whole.
      router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
        if (isGoingBack.current && !pathChanged && toLocation.state.dialog !== ENTRY) stepBack(top);
        isGoingBack.current = false;
      }),
    ];
    return () => stops.forEach(stop => void stop());
  }, [router, scroller]);
}
