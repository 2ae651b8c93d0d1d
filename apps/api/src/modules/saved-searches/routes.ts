import {
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
  updateSavedSearch,
} from '@minga/contract/saved-searches';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentSavedSearch } from './presenter.ts';
import * as searches from './service.ts';

/** Routes for the saved searches of an account. */
export function savedSearchRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listSavedSearches, async ({ query, session }) => {
    const { rows, total } = await searches.ownSavedSearches(platform, session.user.id, query);
    return { rows: rows.map(presentSavedSearch), total };
  });

  route(app, saveSearch, async ({ body, session }) =>
    presentSavedSearch(await searches.addSavedSearch(platform, session.user, body)),
  );

  route(app, updateSavedSearch, async ({ params, body, session }) =>
    presentSavedSearch(await searches.changeMail(platform, session.user.id, params.id, body.mail)),
  );

  route(app, deleteSavedSearch, async ({ params, session }) => {
    await searches.removeSavedSearch(platform, session.user.id, params.id);
    return undefined;
  });
}
