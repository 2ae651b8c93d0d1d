import * as z from 'zod/mini';
import { choice } from '../choice.ts';
import { COLLECTIVE_TAG, collective, collectiveStatuses } from '../collectives.ts';
import { endpoint, idParam, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { search } from './filters.ts';

const tag = COLLECTIVE_TAG;

export const listAllCollectives = endpoint({
  method: 'GET',
  path: '/admin-panel/collectives',
  summary: 'Todos los colectivos: primero los que esperan revisión, luego el más nuevo',
  tag,
  access: 'admin',
  query: z.extend(page, {
    search,
    status: choice(collectiveStatuses, 'El estado debe ser «active», «held» o «inactive»'),
  }),
  status: 200,
  reply: z.array(collective),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

const ofOne = {
  tag,
  method: 'PATCH',
  access: 'admin',
  params: idParam,
  status: 200,
  reply: collective,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND'],
} as const;

export const verifyCollective = endpoint({
  ...ofOne,
  path: '/admin-panel/collectives/:id/verification',
  summary: 'Verificar un colectivo, o retirarle la verificación',
  body: z.object({ isVerified: z.boolean('Di si el colectivo está verificado') }),
});

export const changeCollectiveStatus = endpoint({
  ...ofOne,
  path: '/admin-panel/collectives/:id/status',
  summary:
    'Activar un colectivo, también uno cuyo nombre esperaba revisión, o desactivarlo: su página desaparece y sus integrantes conservan sus actividades',
  body: z.object({ isActive: z.boolean('Di si el colectivo está activo') }),
});
