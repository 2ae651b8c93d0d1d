import * as z from 'zod/mini';
import { endpoint, idParam, page } from './endpoint.ts';
import { requiredLine, requiredText } from './text.ts';

// Messages of organisers to their attendees (docs/rules.md R17.3). Each recipient gets an e-mail, accounts also a notification.

export const SUBJECT_MAX = 80;
export const MESSAGE_MAX = 2000;
export const MESSAGES_A_DAY = 5;

/** The audiences of a message: attendees with a place, attendees on the waiting list or with an offer, or both. */
export const audiences = ['confirmed', 'waiting', 'all'] as const;
export type Audience = (typeof audiences)[number];

export const newMessage = z.object({
  subject: requiredLine(
    SUBJECT_MAX,
    'El asunto es requerido',
    `El asunto debe tener como máximo ${SUBJECT_MAX} caracteres`,
  ),
  text: requiredText(
    MESSAGE_MAX,
    'El mensaje es requerido',
    `El mensaje debe tener como máximo ${MESSAGE_MAX} caracteres`,
  ),
  to: z.enum(audiences, 'Indica a quiénes: «confirmed», «waiting» o «all»'),
  /** Whether replies to the e-mails go to the address of the sender's account, which recipients then see. */
  replyToMe: z._default(z.boolean('Indica si las respuestas te llegan a tu correo'), false),
});
export type NewMessage = z.infer<typeof newMessage>;

/** The numbers of people in an audience that a message does not reach, by reason. */
export const unreached = z.object({
  /** People who have unsubscribed from messages of organisers, or whose account is deactivated. */
  unsubscribed: z.int(),
  /** People who left only a phone or no contact; organisers can write to phones by WhatsApp. */
  withoutEmail: z.int(),
  /** People whom organisers added and who have not confirmed, beyond the daily allowance of e-mails to them. */
  unconfirmed: z.int(),
});
export type Unreached = z.infer<typeof unreached>;

/** The number of people that a message reaches, by e-mail or in an account's notification list, and the numbers that it does not reach. */
const reach = { recipients: z.int(), unreached };

export const sentMessage = z.extend(newMessage, {
  _id: z.uuid(),
  /** The sender's name, or null if the account was deleted. */
  sender: z.nullable(z.string()),
  ...reach,
  createdAt: z.iso.datetime(),
});
export type SentMessage = z.infer<typeof sentMessage>;

/** The e-mail as its recipients get it, with a placeholder for their name. */
export const messagePreview = z.object({
  ...reach,
  letter: z.object({
    subject: z.string(),
    /** The plain text, for programs and for readers that show no HTML. */
    text: z.string(),
    /** The whole HTML document, without images. */
    html: z.string(),
  }),
});
export type MessagePreview = z.infer<typeof messagePreview>;

/** The number of people that a message to each audience would reach, without the organiser, and the numbers that it would not reach. */
export const audienceCounts = z.object({
  confirmed: z.int(),
  waiting: z.int(),
  all: z.int(),
  unreached: z.object({ confirmed: unreached, waiting: unreached, all: unreached }),
});
export type AudienceCounts = z.infer<typeof audienceCounts>;

const ofActivity = { tag: 'Mensajes', access: 'session', params: idParam } as const;

export const sendMessage = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/tasks/:id/messages',
  summary: `Escribir a tus participantes; ${MESSAGES_A_DAY} mensajes al día por actividad. Responde a cuántas personas les llega, por correo o en su campana, y a cuántas no y por qué. El mismo mensaje repetido en diez minutos se envía una vez`,
  body: newMessage,
  status: 202,
  reply: z.object(reach),
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
});

export const previewMessage = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/tasks/:id/messages/preview',
  summary: 'Cómo llegaría un mensaje, a cuántas personas y a cuántas no; no envía nada',
  body: newMessage,
  status: 200,
  reply: messagePreview,
  isCostly: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const countAudiences = endpoint({
  ...ofActivity,
  method: 'GET',
  path: '/tasks/:id/messages/recipients',
  summary: 'A cuántas personas les llegaría un mensaje y a cuántas no, según a quiénes se escriba',
  status: 200,
  reply: audienceCounts,
  isCostly: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const listMessages = endpoint({
  ...ofActivity,
  method: 'GET',
  path: '/tasks/:id/messages',
  summary: 'Los mensajes enviados a los participantes, el más nuevo primero',
  query: page,
  status: 200,
  reply: z.array(sentMessage),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});
