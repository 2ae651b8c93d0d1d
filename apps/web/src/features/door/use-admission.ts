import { UNDO_MS } from '@minga/contract/undo';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { arrivalCode } from '../../lib/arrival-code.ts';
import { errorText } from '../../lib/error-sentences.ts';
import { now } from '../../lib/now.ts';
import { isWithoutResponse } from '../../lib/offline/is-unreached.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { loadedArrivals, noteArrival } from './api/arrivals.ts';
import { checkCode } from './api/check-code.ts';
import { doorQuery } from './api/door.ts';
import { sendArrivals } from './api/send-arrivals.ts';
import { undoArrival } from './api/undo-arrival.ts';
import { codeHash } from './code-hash.ts';
import type { DoorPerson } from './door-people.ts';
import { admittedResult, CHECKING, type DoorResult, hindrance, NOT_A_CODE } from './door-result.ts';
import { newArrival } from './new-arrival.ts';
import { partyName } from './party-name.ts';
import { playSound } from './sounds.ts';

const UNDO_NEEDS_NETWORK = 'Esta llegada ya se envió: para deshacerla se necesita internet.';

interface Door {
  readonly taskId: string;
  readonly owner: string;
  readonly people: readonly DoorPerson[];
}

/** Admits people, by the list or by a code, and says what became of the last one for as long as it can be undone at once. */
export function useAdmission({ taskId, owner, people }: Door) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<DoorResult | null>(null);
  /** The person whose hours would be erased: null while that is not asked. */
  const [erasing, setErasing] = useState<DoorPerson | null>(null);
  /** A code that is read twice, or a double press, before the first is stored. */
  const admitting = useRef(new Set<string>());

  useEffect(() => {
    if (result === null || result.kind === 'checking') return;
    const timeout = setTimeout(() => setResult(null), UNDO_MS);
    return () => clearTimeout(timeout);
  }, [result]);

  // Two frames later, once the result is painted: starting the audio takes a slow phone a tenth of a second.
  useEffect(() => {
    if (result === null) return;
    requestAnimationFrame(() => requestAnimationFrame(() => playSound(result.kind)));
  }, [result]);

  /** A copy: the same result again is a new one. */
  const show = (next: DoorResult): void => setResult({ ...next });

  async function admit(person: DoorPerson): Promise<void> {
    const hindered = hindrance(person, now());
    if (hindered !== null) return show(hindered);
    const id = person.attendanceId;
    if (id === null || admitting.current.has(id)) return;
    admitting.current.add(id);
    const target = { attendanceId: id };
    await noteArrival(queryClient, newArrival({ owner, taskId, name: partyName(person), target }));
    admitting.current.delete(id);
    show(admittedResult(person));
    void sendArrivals(queryClient, owner);
  }

  async function admitWalkIn(walkIn: { name: string; companions: number }): Promise<void> {
    const arrival = newArrival({ owner, taskId, name: partyName(walkIn), target: { walkIn } });
    await noteArrival(queryClient, arrival);
    show(
      admittedResult({
        ...{ key: arrival.item.id, attendanceId: null, ...walkIn, status: 'confirmed' },
        ...{ arrivedAt: arrival.item.at, isUnsent: true, codeHash: null, hasHours: false },
      }),
    );
    void sendArrivals(queryClient, owner);
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
    setResult(CHECKING);
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
    try {
      await undoArrival(queryClient, { owner, taskId, person });
      setResult(null);
      toastSuccess(`Deshecho: ${partyName(person)} no ha llegado`);
    } catch (error) {
      toastError(
        isWithoutResponse(error) ? UNDO_NEEDS_NETWORK : errorText(error, 'No pudimos deshacer la llegada.'),
      );
      // It may have been undone elsewhere, or the session has ended.
      void queryClient.invalidateQueries({ queryKey: doorQuery(taskId).queryKey });
    }
  }

  /** As the list has the person now: a walk-in gets its attendance when it is sent. */
  function currentOf({ key }: DoorPerson): DoorPerson | undefined {
    const sent = loadedArrivals(queryClient, owner).find(({ item }) => item.id === key)?.outcome
      ?.attendanceId;
    return people.find(person => person.key === key || person.key === sent);
  }

  const dismiss = () => setErasing(null);
  return { result, erasing, admit, admitWalkIn, read, enter, undo, undoNow, dismiss };
}
