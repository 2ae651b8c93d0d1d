import { decideHeld, type HeldItem, listHeld } from '@minga/contract/administration/held';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HeldRow } from './held-repository.ts';
import * as held from './held-service.ts';

/** What waits for a review: for admins, and for superadmins, whom all other content is closed to. */
export function heldRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listHeld, async ({ query }) => {
    const { rows, total } = await held.heldPage(platform, query);
    return { rows: rows.map(presentHeld), total };
  });

  route(app, decideHeld, async ({ params, body, session }) =>
    presentHeld(await held.decideHeld(platform, session.user.id, params, body)),
  );
}

const presentHeld = ({ type, id, title, text, kind, term, authorId, author, heldAt }: HeldRow): HeldItem => ({
  target: { type, id, title, text },
  reason: { kind: kind ?? (type === 'collective' ? 'name' : 'prior'), term: term ?? '' },
  author: authorId === null ? null : { _id: authorId, username: author ?? '' },
  heldAt,
});
