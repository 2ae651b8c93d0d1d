import { randomUUID } from 'node:crypto';
import { activityFields, activityForm, longText, repeat } from './health-bodies.ts';
import { type HealthData, PASSWORD } from './health-data.ts';

export interface HealthRequest {
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
}

/** The n-th of the concurrent requests. */
export type NextRequest = (n: number) => HealthRequest;

const ALL = 'limit=500';

/**
 * The costliest requests of the calls of the contract, by method and path as in the API reference. Calls that it lacks read or write
 * some rows by their key.
 */
export function healthCalls(data: HealthData): Record<string, readonly NextRequest[]> {
  const { organiser, attendee, admin, superadmin, busyId, pastId, slug } = data;
  const [activityId = ''] = data.upcomingIds;
  const same = (path: string, headers?: HealthRequest['headers'], body?: unknown): NextRequest => {
    const request = { path, ...(headers && { headers }), ...(body !== undefined && { body }) };
    return () => request;
  };
  const visitor = (n: number) => ({ name: 'Luz Dary', email: `visita-${n}-${randomUUID()}@example.org` });
  const bulk =
    (action: string): NextRequest =>
    n => ({
      path: '/admin-panel/activities/bulk',
      headers: admin,
      body: { ids: data.pendingIds.slice(n * 5, n * 5 + 100), action, reason: longText(500) },
    });
  const message = { subject: 'ñ'.repeat(80), text: longText(2000), to: 'all' };
  return {
    'GET /tasks': [
      same(`/tasks?${ALL}&gestiono=true`, organiser),
      same(`/tasks?${ALL}&series=next`, organiser),
    ],
    'GET /tasks/others': [
      same(`/tasks/others?${ALL}`),
      n => ({ path: `/tasks/others?${ALL}&offset=${n}` }),
      same(`/tasks/others?${ALL}`, attendee),
      same(`/tasks/others?${ALL}&series=next`, organiser),
    ],
    'GET /tasks/promoted': [same(`/tasks/promoted?${ALL}`), same(`/tasks/promoted?${ALL}`, organiser)],
    'GET /tasks/search': [
      n => ({ path: `/tasks/search?${ALL}&offset=${n}` }),
      same(`/tasks/search?${ALL}&q=vereda`, organiser),
      n => ({ path: `/tasks/search?${ALL}&cerca=2.44,-76.61&radio=${100 + n}`, headers: organiser }),
      n => ({ path: `/tasks/search?${ALL}&offset=${n}&colectivo=${slug}`, headers: organiser }),
      n => ({ path: `/tasks/search?q=${'palabra '.repeat(24)}${n}` }),
    ],
    'GET /tasks/{id}': [same(`/tasks/${activityId}`), same(`/tasks/${activityId}`, organiser)],
    'GET /places': [n => ({ path: `/places?q=ver${'abcdefghijklmnopqrst'[n]}` })],
    'POST /tasks': [
      same('/tasks', organiser, activityFields()),
      same('/tasks', organiser, { ...activityFields(), repeat }),
      () => ({ path: '/tasks', headers: organiser, body: activityForm(data.picture) }),
    ],
    'PUT /tasks/{id}': [
      n => ({ path: `/tasks/${data.upcomingIds[n]}`, headers: organiser, body: activityFields() }),
      same(`/tasks/${data.series[0]?.firstId}?scope=all`, organiser, activityFields()),
      n => ({
        path: `/tasks/${data.series[n]?.firstId}?scope=all`,
        headers: organiser,
        body: activityFields(),
      }),
    ],
    'DELETE /tasks/{id}': [
      n => ({ path: `/tasks/${data.series.at(-1 - n)?.firstId}?scope=all`, headers: organiser }),
    ],
    'PUT /tasks/{id}/memory': [
      () => {
        const form = new FormData();
        form.append('text', longText(2000));
        form.append('images', new Blob([Uint8Array.from(data.picture)]), 'foto.gif');
        return { path: `/tasks/${pastId}/memory`, headers: organiser, body: form };
      },
    ],
    'POST /tasks/{id}/messages': [same(`/tasks/${busyId}/messages`, organiser, message)],
    'POST /tasks/{id}/messages/preview': [same(`/tasks/${busyId}/messages/preview`, organiser, message)],
    'GET /tasks/{id}/messages': [same(`/tasks/${busyId}/messages?${ALL}`, organiser)],
    'GET /tasks/{id}/messages/recipients': [same(`/tasks/${busyId}/messages/recipients`, organiser)],
    'GET /attendances/{taskId}': [same(`/attendances/${busyId}?${ALL}`, organiser)],
    'GET /attendances/{taskId}/door': [same(`/attendances/${busyId}/door`, organiser)],
    'GET /attendances/{taskId}/turnout': [same(`/attendances/${busyId}/turnout`, organiser)],
    'GET /attendances/{taskId}/certificates': [same(`/attendances/${pastId}/certificates?${ALL}`, organiser)],
    'GET /attendances/mis-asistencias': [same(`/attendances/mis-asistencias?${ALL}`, attendee)],
    'GET /attendances/mis-horas': [same(`/attendances/mis-horas?${ALL}`, attendee)],
    'GET /attendances/mis-horas.pdf': [same('/attendances/mis-horas.pdf', attendee)],
    'GET /attendances/{id}/certificate.pdf': [
      n => ({ path: `/attendances/${data.helpedIds[n]}/certificate.pdf`, headers: attendee }),
    ],
    'GET /attendances/check': [
      same(`/attendances/check?taskIds=${data.upcomingIds.slice(0, 100).join(',')}`, attendee),
    ],
    'GET /attendances/feedback/{taskId}': [same(`/attendances/feedback/${pastId}`, organiser)],
    'POST /attendances/confirm': [
      n => ({
        path: '/attendances/confirm',
        body: { taskId: data.freeId, ...visitor(n), companions: 0, remind: true },
      }),
    ],
    'POST /attendances/confirm-series/{seriesId}': [
      n => ({
        path: `/attendances/confirm-series/${data.series[0]?.id}`,
        body: { ...visitor(n), companions: 9 },
      }),
    ],
    'POST /attendances/{taskId}/check-ins': [
      n => ({
        path: `/attendances/${busyId}/check-ins`,
        headers: organiser,
        body: {
          items: data.busyAttendanceIds
            .slice(n * 50, n * 50 + 500)
            .map(attendanceId => ({ id: randomUUID(), attendanceId, at: new Date().toISOString() })),
        },
      }),
    ],
    'PUT /attendances/{taskId}/hours': [
      n => ({
        path: `/attendances/${pastId}/hours`,
        headers: organiser,
        body: {
          hours: 4,
          except: data.pastAttendanceIds
            .slice(0, 1000)
            .map(attendanceId => ({ attendanceId, hours: (n + 1) / 4 })),
        },
      }),
    ],
    'POST /attendances/{taskId}/removals': [
      n => ({
        path: `/attendances/${busyId}/removals`,
        headers: organiser,
        body: { ids: data.busyAttendanceIds.slice(n * 50, n * 50 + 100) },
      }),
    ],
    'GET /notifications': [same(`/notifications?${ALL}`, attendee)],
    'GET /notifications/recibidas': [same(`/notifications/recibidas?${ALL}`, attendee)],
    'POST /notifications/recibidas/leidas': [same('/notifications/recibidas/leidas', attendee, {})],
    'DELETE /notifications/recibidas': [same('/notifications/recibidas', attendee)],
    'GET /auth/data': [same('/auth/data', attendee), same('/auth/data', organiser)],
    'GET /auth/profile': [same('/auth/profile', attendee)],
    'GET /auth/verify': [same('/auth/verify', attendee)],
    'POST /auth/login': [
      n => ({ path: '/auth/login', body: { email: `nadie-${n}@example.org`, password: PASSWORD } }),
    ],
    'POST /auth/register': [
      n => ({
        path: '/auth/register',
        body: { username: 'Ana', email: visitor(n).email, phone: '', password: PASSWORD, acceptTerms: true },
      }),
    ],
    'POST /auth/password-reset': [
      n => ({ path: '/auth/password-reset', body: { email: `asistente${n}@example.org` } }),
    ],
    'DELETE /auth/account': [
      n => ({ path: '/auth/account', headers: data.leaving[n] ?? {}, body: { password: PASSWORD } }),
    ],
    'POST /auth/totp': [same('/auth/totp', attendee)],
    'GET /collectives': [same(`/collectives?${ALL}`), same(`/collectives?${ALL}`, organiser)],
    'GET /collectives/{slug}': [same(`/collectives/${slug}`), same(`/collectives/${slug}`, organiser)],
    'POST /collectives': [
      n => ({
        path: '/collectives',
        headers: organiser,
        body: { name: `Colectivo ${n} ${randomUUID()}`, description: longText(1000) },
      }),
    ],
    'GET /admin-panel/activities': [
      same(`/admin-panel/activities?${ALL}`, admin),
      same(`/admin-panel/activities?${ALL}&search=vereda`, admin),
    ],
    'GET /admin-panel/users': [
      same(`/admin-panel/users?${ALL}`, admin),
      same(`/admin-panel/users?${ALL}&search=a`, admin),
    ],
    'GET /admin-panel/attendances': [same(`/admin-panel/attendances?${ALL}`, admin)],
    'GET /admin-panel/collectives': [same(`/admin-panel/collectives?${ALL}`, admin)],
    'GET /admin-panel/reports': [same(`/admin-panel/reports?${ALL}`, admin)],
    'GET /admin-panel/today': [same('/admin-panel/today', admin)],
    'POST /admin-panel/activities/bulk': [bulk('approve'), bulk('reject')],
    'GET /admin/impact.csv': [same('/admin/impact.csv', admin)],
    'GET /admin': [same(`/admin?${ALL}`, superadmin)],
    'GET /admin/trust': [same('/admin/trust', superadmin)],
    'PUT /admin/trust': [same('/admin/trust', superadmin, data.trust)],
    'POST /admin/trust/try': [same('/admin/trust/try', superadmin, { ...data.trust, text: longText(5000) })],
    'PUT /admin/legal/{kind}': [
      same('/admin/legal/terms', superadmin, {
        text: `${'# «Título» con [enlace](https://example.org)\n\n'.repeat(400)}`.slice(0, 20_000),
      }),
    ],
    'GET /legal/{kind}': [same('/legal/privacy')],
    'GET /system': [same('/system', superadmin)],
  };
}

/** Pages, feeds and files, which the API reference does not list. */
export function healthPages({
  organiser,
  attendee,
  upcomingIds,
  noPhotoIds,
  pastId,
  slug,
}: HealthData): readonly NextRequest[] {
  const [activityId = ''] = upcomingIds;
  const pages = [
    '/',
    '/actividades',
    '/mapa',
    '/calendario',
    '/colectivos',
    '/impacto',
    '/terminos',
    '/privacidad',
    '/ayuda',
    '/portada.png',
    `/actividades/${activityId}`,
    `/actividades/${pastId}`,
    `/colectivos/${slug}`,
    `/colectivos/${slug}/impacto`,
    '/actividades.rss',
    '/actividades.json',
    '/actividades.ics',
    '/api/tasks/feed.json',
    `/colectivos/${slug}.rss`,
    `/colectivos/${slug}.json`,
    `/colectivos/${slug}.ics`,
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/robots.txt',
    '/incrustar/actividades?limit=20',
    `/incrustar/actividades/${activityId}`,
    `/actividades/${activityId}.ics`,
    '/api/docs/',
    '/api/docs/openapi.json',
    '/api/docs/js/scalar.js',
  ];
  return [
    ...pages.map(
      (path): NextRequest =>
        () => ({ path }),
    ),
    n => ({ path: `/actividades?nada=${n}` }),
    n => ({ path: `/actividades.rss?q=vereda&n=${n}` }),
    n => ({ path: `/actividades/${noPhotoIds[n]}/og.png` }),
    n => ({ path: `/actividades/${upcomingIds[n]}` }),
    n => ({ path: `/actividades/${upcomingIds[n]}`, headers: organiser }),
    () => ({ path: '/actividades', headers: attendee }),
    () => ({ path: '/', headers: attendee }),
  ];
}
