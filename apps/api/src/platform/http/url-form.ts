import type { FastifyInstance } from 'fastify';

const FORM = 'application/x-www-form-urlencoded';

/** Lets the routes of `scope` take what a plain HTML form sends: the body is its fields by name. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
