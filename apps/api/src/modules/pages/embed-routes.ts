import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phaseOf } from '@minga/contract/activity-phase';
import { EMBEDDED_LIST_PATH, embeddedListQuery } from '@minga/contract/embedding';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError, notFound } from '../../platform/errors.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { sendCacheable } from '../../platform/http/cached-response.ts';
import { hashesIn } from '../../platform/http/inline-scripts.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStateOf } from '../activities/public/service.ts';
import { CATALOGUE_PATH, searchQuery } from '../feeds/feed-paths.ts';
import { searchTitle } from '../feeds/rules.ts';
import { collectiveNameOf, findUpcoming } from '../feeds/service.ts';
import { allowFraming } from './embed-headers.ts';
import { embeddedActivityPath } from './embed-paths.ts';
import { HTML_TYPE, sendHtml } from './shell.ts';
import { loadEmbedRenderer } from './ssr-renderer.ts';

type ListQuery = z.output<typeof embeddedListQuery>;

/** The pages for other sites' frames: the same for every viewer, readable without a script, cached until public data changes. */
export async function embedRoutes(
  server: FastifyInstance,
  platform: Platform,
  folder: string,
): Promise<void> {
  const { settings, clock } = platform;
  const { timeZone } = settings;
  /** Loaded by the first request: few sites are embedded. */
  const renderer = () => loadEmbedRenderer(folder);
  const template = await readFile(join(folder, 'embed.html'), 'utf8');
  const document = (title: string, body: string) =>
    template
      // Functions, because '$&' in a replacement string is special.
      .replace('<!--title-->', () => escapeMarkup(`${title} · Minga`))
      .replace('<!--page-->', () => body);

  /** An expected error as a page, which is for people too. */
  const errorHandler = async (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const sentence = [error.sentences].flat().join('. ');
    const { renderEmbeddedProblem } = await renderer();
    return sendHtml(reply, document(sentence, renderEmbeddedProblem(sentence)), error.status);
  };

  await server.register(async app => {
    app.addHook('onRequest', allowFraming(hashesIn(template)));

    app.get<{ Querystring: ListQuery }>(
      EMBEDDED_LIST_PATH,
      { schema: { hide: true, querystring: embeddedListQuery }, errorHandler },
      (request, reply) =>
        sendCacheable(request, reply, async () => {
          const { limite, ...query } = request.query;
          const { rows } = await findUpcoming(platform, {
            ...query,
            series: query.series ?? 'next',
            limit: limite,
            offset: 0,
          });
          const list = {
            title: capitalized(searchTitle(query, await collectiveNameOf(platform, query))),
            url: CATALOGUE_PATH + searchQuery(query),
            rows: rows.map(({ activity }) => activity),
          };
          const { renderEmbeddedList } = await renderer();
          return { body: document(list.title, renderEmbeddedList(list, timeZone)), type: HTML_TYPE };
        }),
    );

    app.get<{ Params: { id: string } }>(
      embeddedActivityPath(':id'),
      { schema: { hide: true }, errorHandler },
      async (request, reply) => {
        const found = await publicStateOf(platform, request.params.id);
        if (found.kind !== 'public') throw notFound('Esta actividad ya no está publicada');
        const { activity } = found.shown;
        return sendCacheable(
          request,
          reply,
          async () => {
            const isPast = phaseOf(activity, clock()) === 'past';
            const { renderEmbeddedActivity } = await renderer();
            const body = renderEmbeddedActivity(activity, isPast, timeZone);
            return { body: document(activity.title, body), type: HTML_TYPE };
          },
          // Whatever query a site adds.
          embeddedActivityPath(activity._id),
        );
      },
    );
  });
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
