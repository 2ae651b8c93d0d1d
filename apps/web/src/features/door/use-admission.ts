import { type CheckInItem, type Door as UndoArrivalDoor, undoCheckIn } from '@minga/contract/check-ins';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { arrivalCode, codeHash } from '../../lib/attendance/arrival-code.ts';
import { now } from '../../lib/dates/now.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { isWithoutResponse } from '../../lib/offline/is-unreached.ts';
import { changeEntries, entriesOf, isPending, sendEntries } from '../../lib/outbox.ts';
import { call } from '../../lib/server/api.ts';
import { randomUuid } from '../../lib/storage/random-uuid.ts';
import { doorQuery } from './api.ts';
import { type Arrival, arrivalKind, noteArrival } from './arrivals.ts';
import {
  admittedResult,
  alreadyText,
  CHECKED_LATER,
  CHECKING,
  type DoorPerson,
  type DoorResult,
  doorPeople,
  hindrance,
  NOT_A_CODE,
  partyName,
  resultOf,
  UNKNOWN_CODE,
} from './model.ts';
import { playSound } from './sounds.ts';

const UNDO_NEEDS_NETWORK = 'Esta llegada ya se envió: para deshacerla se necesita internet.';

interface Door {
  readonly taskId: string;
  readonly owner: string;
  readonly people: readonly DoorPerson[];
  /** Shows an arrival, and resolves once the browser has stored it. */
  readonly note: (arrival: Arrival) => Promise<void>;
}

export interface ShownResult extends DoorResult {
  /** It is only announced, because the pressed row shows it. A panel that opened would move the next row under the finger. */
  readonly isQuiet: boolean;
}

/** Admits people, by the list or by a code, and says what became of the last one. */
export function useAdmission({ taskId, owner, people, note }: Door) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<ShownResult | null>(null);
  /** The person whose hours would be erased: null while that is not asked. */
  const [erasing, setErasing] = useState<DoorPerson | null>(null);
  /** A code that is read twice, or a double press, before the first is stored. */
  const admitting = useRef(new Set<string>());
  /** The last arrival's storing, before which it cannot be undone. */
  const storing = useRef<Promise<void>>(Promise.resolve());

  function store(arrival: Arrival): Promise<void> {
    storing.current = note(arrival);
    return storing.current;
  }

  // Two frames later, once the result is painted: starting the audio takes a slow phone a tenth of a second.
  useEffect(() => {
    if (result === null) return;
    requestAnimationFrame(() => requestAnimationFrame(() => playSound(result.kind)));
  }, [result]);

  /** A copy: the same result again is a new one. */
  const show = (next: DoorResult): void => setResult({ ...next, isQuiet: false });
  /** An open panel is not left with the result of an earlier person. */
  const showByRow = (next: DoorResult): void =>
    setResult(current => ({ ...next, isQuiet: current?.isQuiet ?? true }));

  const admitByRow = (person: DoorPerson) => admit(person, showByRow);

  async function admit(person: DoorPerson, showAdmitted = show): Promise<void> {
    const hindered = hindrance(person, now());
    if (hindered !== null) return show(hindered);
    const id = person.attendanceId;
    if (id === null || admitting.current.has(id)) return;
    admitting.current.add(id);
    const target = { attendanceId: id };
    // With the press: the browser takes a while to store it, above all while it stores what was sent before.
    showAdmitted(admittedResult(person));
    await store(newArrival({ owner, taskId, name: partyName(person), target }));
    admitting.current.delete(id);
    void sendEntries(queryClient, arrivalKind, owner);
  }

  async function admitWalkIn(walkIn: { name: string; companions: number }): Promise<void> {
    const arrival = newArrival({ owner, taskId, name: partyName(walkIn), target: { walkIn } });
    show(
      admittedResult({
        key: arrival.item.id,
        attendanceId: null,
        ...walkIn,
        status: 'confirmed',
        arrivedAt: arrival.item.at,
        isUnsent: true,
        codeHash: null,
        hasHours: false,
      }),
    );
    await store(arrival);
    void sendEntries(queryClient, arrivalKind, owner);
  }

  /** Admits the person whose QR has this text. */
  async function read(text: string): Promise<void> {
    const code = arrivalCode(text);
    if (code === null) show(NOT_A_CODE);
    else await enter(code);
  }

  /** Admits the person with this code. Resolves to whether it is known to be of a person on the list. */
  async function enter(code: string): Promise<boolean> {
    const hash = await codeHash(code);
    const person = people.find(one => hash !== null && one.codeHash === hash);
    if (person !== undefined) {
      await admit(person);
      return true;
    }
    show(CHECKING);
    const checked = await checkCode(queryClient, { owner, taskId, code });
    show(checked);
    return checked.kind !== 'unknown';
  }

  /** Undoes an arrival, at once unless that erases hours. */
  async function undo(shown: DoorPerson): Promise<void> {
    const person = currentOf(shown);
    if (person?.hasHours) setErasing(person);
    else if (person !== undefined) await undoNow(person);
  }

  async function undoNow(person: DoorPerson): Promise<void> {
    setErasing(null);
    await storing.current;
    try {
      await undoArrival(queryClient, { owner, taskId, person });
      showByRow(resultOf('undone', partyName(person), 'Deshecho: no ha llegado.'));
    } catch (error) {
      const reason = isWithoutResponse(error)
        ? UNDO_NEEDS_NETWORK
        : errorText(error, 'No pudimos deshacer la llegada.');
      show(resultOf('unknown', partyName(person), reason));
      // It may have been undone elsewhere, or the session has ended.
      void queryClient.invalidateQueries({ queryKey: doorQuery(taskId).queryKey });
    }
  }

  /** As the list has the person now: a walk-in gets its attendance when it is sent. */
  function currentOf({ key }: DoorPerson): DoorPerson | undefined {
    const sent = entriesOf(arrivalKind, owner).find(({ item }) => item.id === key)?.outcome?.attendanceId;
    return people.find(person => person.key === key || person.key === sent);
  }

  const close = () => setResult(null);
  const dismiss = () => setErasing(null);
  return { result, close, erasing, admitByRow, admitWalkIn, read, enter, undo, undoNow, dismiss };
}

interface Scanned {
  readonly owner: string;
  readonly taskId: string;
  /** A code that the device's list does not have: the list may be older. */
  readonly code: string;
}

/** Asks the server about a code by checking it in. Without a network it is asked later. */
async function checkCode(queryClient: QueryClient, { owner, taskId, code }: Scanned): Promise<DoorResult> {
  const isUnanswered = entriesOf(arrivalKind, owner).some(
    ({ item, outcome }) => item.code === code && outcome === null,
  );
  if (!isUnanswered) await noteArrival(newArrival({ owner, taskId, name: null, target: { code } }));
  await sendEntries(queryClient, arrivalKind, owner);
  const arrival = entriesOf(arrivalKind, owner).findLast(({ item }) => item.code === code);
  const outcome = arrival?.outcome ?? null;
  if (arrival === undefined || outcome === null) return CHECKED_LATER;
  const { result, attendanceId, checkedInAt } = outcome;
  // An outcome shown here needs no review; an admission stays until the list has it.
  if (result !== 'checked-in') await changeEntries(arrivalKind, [arrival], () => null);
  const door = await queryClient.fetchQuery({ ...doorQuery(taskId), staleTime: 0 }).catch(() => undefined);
  const person = doorPeople(door?.attendances ?? [], 0, []).find(one => one.attendanceId === attendanceId);
  if (result === 'checked-in')
    return person === undefined
      ? resultOf('admitted', 'Puede entrar', 'Su llegada quedó registrada.')
      : admittedResult(person);
  if (result === 'already' && checkedInAt !== null)
    return resultOf('already', person?.name ?? 'Ya llegó', alreadyText(checkedInAt, now()));
  return (person && hindrance(person, now())) ?? UNKNOWN_CODE;
}

interface Undone {
  readonly owner: string;
  readonly taskId: string;
  readonly person: DoorPerson;
}

/**
 * Undoes an arrival: one that was never sent on this device, any other at the server. One whose response has not come is undone with
 * the next batch. Rejects with an ApiError where the server is needed and does not do it.
 */
async function undoArrival(queryClient: QueryClient, { owner, taskId, person }: Undone): Promise<void> {
  let own: readonly Arrival[] = entriesOf(arrivalKind, owner).filter(arrival => isOf(arrival, person));
  // The response may have come since the person was shown.
  if (person.isUnsent && own.every(isPending)) {
    own = await changeEntries(arrivalKind, own, arrival => {
      if (!isPending(arrival)) return arrival;
      return arrival.isAttempted ? { ...arrival, isUndone: true } : null;
    });
    if (own.every(isPending)) return void sendEntries(queryClient, arrivalKind, owner);
  }
  const id = person.attendanceId ?? own[0]?.outcome?.attendanceId ?? null;
  if (id === null) return;
  await call(undoCheckIn, { params: { id } });
  const { queryKey } = doorQuery(taskId);
  await queryClient.cancelQueries({ queryKey });
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData(queryKey, door => door && withoutArrival(door, id), {
    ...(updatedAt !== undefined && { updatedAt }),
  });
  await changeEntries(arrivalKind, own, () => null);
  void queryClient.invalidateQueries({ queryKey });
}

const isOf = ({ item, outcome }: Arrival, { key, attendanceId }: DoorPerson): boolean =>
  item.id === key || (attendanceId !== null && (outcome?.attendanceId ?? item.attendanceId) === attendanceId);

const withoutArrival = (door: UndoArrivalDoor, id: string): UndoArrivalDoor => ({
  ...door,
  attendances: door.attendances.map(entry => (entry._id === id ? { ...entry, checkedInAt: null } : entry)),
});

interface Noted extends Pick<Arrival, 'owner' | 'taskId' | 'name'> {
  /** One of them. */
  readonly target: Pick<CheckInItem, 'attendanceId' | 'code' | 'walkIn'>;
}

/** An arrival at this moment, which has not been sent. */
function newArrival({ target, ...arrival }: Noted): Arrival {
  const id = randomUuid();
  return {
    ...arrival,
    kind: arrivalKind.name,
    key: id,
    at: Date.now(),
    item: { id, at: now().toISOString(), ...target },
    isAttempted: false,
    isUndone: false,
    outcome: null,
  };
}
