import formbody from '@fastify/formbody';
import { attendee, confirmation } from '@minga/contract/confirmation';
import type { PlainForm, SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { validated } from '../../platform/http/route.ts';
import type { Cookie } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import type { Settings } from '../../settings.ts';
import { type PublicState, type PublishedActivity, publicStateOf } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { createConfirmer } from '../attendance/confirm/service.ts';
import { ownAttendance } from '../attendance/own/service.ts';
import { cancelAttendance } from '../attendance/places/service.ts';
import { PROOF_SECONDS } from '../attendance/rules.ts';
import { type Head, NO_INDEX } from './shell.ts';
import type { SsrPages } from './ssr-page.ts';

// Confirming and cancelling with the plain form of an activity's page (docs/decisions/0090-without-javascript.md).

interface IdRoute {
  Params: { id: string };
}

interface Parts {
  readonly renderer: SsrRenderer;
  readonly pages: SsrPages;
  readonly proofCookie: Cookie;
  readonly headOf: (shown: PublishedActivity) => Head;
  readonly sendMissing: (
    request: FastifyRequest,
    reply: FastifyReply,
    found: PublicState,
  ) => Promise<FastifyReply>;
}

/** The form as it is shown to a visitor who has sent nothing. */
export const emptyForm = ({ visitorDataDays }: Pick<Settings, 'visitorDataDays'>): PlainForm => ({
  typed: {},
  problems: [],
  outcome: null,
  own: null,
  dataDays: visitorDataDays,
});

/** The query parameter of the page that shows the result. Its values are the outcomes. */
const OUTCOME = 'asistencia';
const outcomes = { confirmada: 'confirmed', cancelada: 'cancelled' } as const;
type Outcome = keyof typeof outcomes;

const isOutcome = (value: unknown): value is Outcome => typeof value === 'string' && value in outcomes;

/**
 * Binds the form's requests. Returns a function that sends the page with the result to a request for it, and null to all others, whose page
 * is cached.
 */
export async function confirmationRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, pages, proofCookie, headOf, sendMissing }: Parts,
) {
  const { settings } = platform;
  const confirm = createConfirmer(platform);

  const callerOf = (request: FastifyRequest) => {
    const proof = proofCookie.read(request);
    return { session: null, proofHash: proof === undefined ? null : hashToken(proof) };
  };

  async function ownOf(request: FastifyRequest, id: string): Promise<PlainForm['own']> {
    const caller = callerOf(request);
    const own = caller.proofHash === null ? null : await ownAttendance(platform, id, {}, caller);
    return own && { status: own.row.status, position: own.position };
  }

  async function sendForm(
    request: FastifyRequest<IdRoute>,
    reply: FastifyReply,
    form: Partial<PlainForm>,
    status = 200,
  ): Promise<FastifyReply> {
    const { id } = request.params;
    const found = await publicStateOf(platform, id);
    if (found.kind !== 'public') return sendMissing(request, reply, found);
    const { shown } = found;
    const { tags, ...head } = headOf(shown);
    const own = await ownOf(request, id);
    const plainForm = { ...emptyForm(settings), own, ...form };
    return pages.sendPersonal(request, reply, { ...head, tags: [...tags, NO_INDEX], status }, viewing =>
      renderer.renderActivity(request.url, viewing, shown.activity, plainForm),
    );
  }

  async function act(typed: Typed, request: FastifyRequest<IdRoute>, reply: FastifyReply): Promise<Outcome> {
    const { id } = request.params;
    if (typed.accion === 'cancelar') {
      await cancelAttendance(platform, id, {}, callerOf(request));
      return 'cancelada';
    }
    // The personal link goes by e-mail, so the form needs an address, also where an activity needs none.
    validated(attendee, typed);
    const proof = proofCookie.read(request) ?? newToken();
    const input = validated(confirmation, confirmationOf(id, typed));
    const { row } = await confirm(input, { session: null, proof, origin: request.ip });
    if (row.proofHash !== null) proofCookie.set(reply, proof, PROOF_SECONDS);
    return 'confirmada';
  }

  await app.register(async scope => {
    await scope.register(formbody);
    scope.post<IdRoute>(activityPath(':id'), { schema: { hide: true } }, async (request, reply) => {
      const typed = typedIn(request.body);
      const found = await publicStateOf(platform, request.params.id);
      if (found.kind !== 'public') return sendMissing(request, reply, found);
      try {
        const outcome = await act(typed, request, reply);
        const path = activityPath(found.shown.activity._id);
        return reply.redirect(`${path}?${OUTCOME}=${outcome}#asistir`, 303);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { status, sentences, retryAfterSeconds } = error;
        if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
        return sendForm(request, reply, { typed, problems: [sentences].flat() }, status);
      }
    });
  });

  return async (request: FastifyRequest<IdRoute>, reply: FastifyReply): Promise<FastifyReply | null> => {
    const outcome = (request.query as Record<string, unknown>)[OUTCOME];
    return isOutcome(outcome) ? sendForm(request, reply, { outcome: outcomes[outcome] }) : null;
  };
}

type Typed = Readonly<Record<string, string>>;

/** The fields of a form. A repeated field, which the form has none of, is ignored. */
const typedIn = (body: unknown): Typed =>
  Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The confirmation that a form contains. A need without a quantity is not claimed, and a blank answer is none. */
function confirmationOf(taskId: string, typed: Typed) {
  const filledIn = (prefix: string) =>
    Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith(prefix) && value.trim() !== '' ? [{ id: name.slice(prefix.length), value }] : [],
    );
  return {
    taskId,
    name: typed.name,
    email: typed.email,
    companions: Number(typed.companions ?? 0),
    remind: typed.remind !== undefined,
    answers: filledIn('answer-').map(({ id: questionId, value }) => ({ questionId, value })),
    claims: filledIn('need-').flatMap(({ id: needId, value }) =>
      Number(value) === 0 ? [] : [{ needId, quantity: Number(value) }],
    ),
  };
}
