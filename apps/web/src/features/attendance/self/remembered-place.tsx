import { Button } from '@mantine/core';
import { PLACE_PATH } from '@minga/contract/self-check-in';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { safeLocalStorage } from '../../../lib/storage/safe-storage.ts';

// An attendee whom the page of a place does not know opens the personal link of the e-mail next: its page leads back here.

const PLACE_KEY = 'minga.place';

const remembered = z.object({ taskId: z.string(), code: z.string() });

/** Remembers the place that this browser has opened last and that asked for the personal link. */
export const rememberPlace = (taskId: string, code: string): void =>
  void safeLocalStorage.set(PLACE_KEY, JSON.stringify({ taskId, code }));

/** The code of the activity's place that this browser remembers, or null. */
function rememberedPlace(taskId: string): string | null {
  const place = safeLocalStorage.getJson(PLACE_KEY, remembered);
  return place?.taskId === taskId ? place.code : null;
}

interface Props {
  readonly taskId: string;
  /** Of the personal link. */
  readonly token: string;
}

/** Leads from the personal link back to the page of the place, which the token lets know the attendee. */
export function PlaceLink({ taskId, token }: Props) {
  const code = rememberedPlace(taskId);
  if (code === null) return null;
  return (
    <Button
      size="xl"
      fullWidth
      leftSection={<IconUserCheck size={28} aria-hidden />}
      renderRoot={props => (
        <Link
          to="/$"
          params={{ _splat: `${PLACE_PATH.slice(1)}/${code}` }}
          state={{ linkToken: token }}
          {...props}
        />
      )}
    >
      Ya llegué
    </Button>
  );
}
