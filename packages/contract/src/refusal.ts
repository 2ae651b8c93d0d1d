import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

// This file is separate from the other calls of attendance, so that only the page of the link loads it.

const tag = 'Asistencia';
const INCOMPLETE = 'El enlace no está completo';
const token = z.string(INCOMPLETE).check(z.minLength(1, INCOMPLETE));

/** The list from which a recipient asks to be removed. */
const addition = z.object({ title: z.string(), date: z.iso.datetime(), refused: z.boolean() });

export const readAddition = endpoint({
  method: 'POST',
  path: '/attendances/addition',
  summary: 'La actividad a la que alguien agregó a quien recibió el correo; abrirlo no cambia nada',
  tag,
  access: 'public',
  body: z.object({ token }),
  status: 200,
  reply: addition,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

export const refuseAddition = endpoint({
  method: 'POST',
  path: '/attendances/addition/refusal',
  summary: '«No fui yo, quítame»: sale de la lista, y nadie puede volver a agregar ese correo a la actividad',
  tag,
  access: 'public',
  body: z.object({ token }),
  status: 200,
  reply: addition,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});
