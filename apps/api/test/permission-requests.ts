import type { Endpoint } from '@minga/contract/endpoint';
import { createPasskey } from './authenticator.ts';
import { PUSH_KEYS } from './push-service.ts';

/** The objects that a cell of the table refers to; all of them belong to the owner. */
export interface Target {
  readonly number: number;
  readonly activityId: string;
  /** A series of one occurrence that is to come, with the activity's status. */
  readonly seriesId: string;
  readonly attendanceId: string;
  readonly attendanceCode: string;
  readonly attendeeEmail: string;
  readonly reminderId: string;
  readonly notificationId: string;
  readonly savedSearchId: string;
  readonly sessionId: string;
  readonly pushDeviceId: string;
  readonly apiTokenId: string;
  /** Of the collective, with one delivery. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Of the collective. */
  readonly calendarId: string;
  readonly passkeyId: string;
  /** An activity without a reminder yet. */
  readonly otherActivityId: string;
  readonly memberId: string;
  readonly adminId: string;
  readonly formerAdminId: string;
  readonly slug: string;
  readonly collectiveId: string;
  /** A door keeper of the activity and of the collective. */
  readonly helperId: string;
  readonly activityInvitationId: string;
  readonly collectiveInvitationId: string;
  readonly email: string;
  readonly password: string;
}

/** The id for a call's path parameter. */
function pathIdOf(name: string, { path }: Endpoint, target: Target): string {
  if (name === 'reactivateAdmin') return target.formerAdminId;
  if (path.startsWith('/admin-panel/collectives')) return target.collectiveId;
  if (path.startsWith('/admin/')) return target.adminId;
  if (path.includes('/users/')) return target.memberId;
  if (path.startsWith('/saved-searches')) return target.savedSearchId;
  if (path.startsWith('/push/')) return target.pushDeviceId;
  if (path.startsWith('/auth/sessions')) return target.sessionId;
  if (path.startsWith('/auth/tokens')) return target.apiTokenId;
  if (path.includes('/webhooks/')) return target.webhookId;
  if (path.includes('/calendars/')) return target.calendarId;
  if (path.startsWith('/auth/passkeys')) return target.passkeyId;
  if (path.startsWith('/notifications/recibidas')) return target.notificationId;
  if (path.startsWith('/notifications')) return target.reminderId;
  const isOfAttendance = path.includes('/attendances/:id') || path === '/attendances/:id';
  return isOfAttendance ? target.attendanceId : target.activityId;
}

/** Of the target's goal. */
export const GOAL_ID = '0199eeee-0000-7000-8000-000000000001';
const token = 'a'.repeat(43);
const placeCode = '0'.repeat(26);
const passkey = createPasskey();
const both = { email: true, live: true };
const activity = { title: 'Siembra', date: '2026-12-20T14:00:00.000Z' };

/** The body of a valid request about `target`; null if the call has none. */
function bodyOf(name: string, target: Target): object | null {
  const { number, email, password, attendeeEmail, activityId: taskId } = target;
  const unusedEmail = `nueva${number}@example.net`;
  const person = { username: 'Otro Nombre', email: unusedEmail, phone: '3001234567' };
  const bodies: Record<string, object> = {
    register: { ...person, password },
    login: { email, password },
    readVerificationLink: { token },
    verifyEmail: { token },
    resendVerification: { email: unusedEmail },
    requestPasswordReset: { email: unusedEmail },
    resetPassword: { token, newPassword: password },
    updateProfile: person,
    requestEmailChange: { email: unusedEmail, password },
    confirmEmailChange: { token },
    changePassword: { currentPassword: password, newPassword: password },
    loginWithPasskey: { response: passkey.assert({ challenge: token }) },
    registerPasskey: { response: passkey.attest({ challenge: token }) },
    deleteAccount: { password, confirmation: 'ELIMINAR' },
    confirmIdentity: { password },
    enterSecondFactor: { code: '123456' },
    cancelSecondFactorReset: { token },
    confirmTotp: { code: '123456' },
    startSecondFactorReset: { email },
    createApiToken: { name: `Programa ${number}`, scope: 'read' },
    createActivity: activity,
    updateActivity: activity,
    updateGoal: { reached: number },
    writeMemory: { text: 'Sembramos' },
    promoteActivity: { isPromoted: true },
    confirmSeries: { name: `Ana ${number}`, email: unusedEmail },
    confirmAttendance: { taskId, name: `Ana ${number}`, email: unusedEmail },
    cancelAttendance: { email: attendeeEmail },
    correctEmail: { email: attendeeEmail, correctedEmail: unusedEmail },
    changeClaims: { email: attendeeEmail, claims: [] },
    changeParty: { email: attendeeEmail, companions: 0 },
    answerOffer: { email: attendeeEmail, accept: true },
    reconfirmAttendance: { email: attendeeEmail, coming: true },
    giveFeedback: { rating: 5, text: 'Qué bonito.' },
    declineFeedback: {},
    readOwnFeedback: {},
    readArrival: { code: target.attendanceCode },
    checkIn: {
      items: [{ id: target.attendanceId, attendanceId: target.attendanceId, at: '2026-12-05T14:00:00.000Z' }],
    },
    readPlace: { code: placeCode },
    selfCheckIn: { code: placeCode },
    confirmHours: { hours: 3 },
    admitParticipant: { status: 'confirmed' },
    removeParticipants: { ids: [target.attendanceId] },
    importParticipants: { rows: [{ name: `Ana ${number}` }], notify: false },
    readAddition: { token },
    refuseAddition: { token },
    updateParticipant: { name: 'Ana', email: unusedEmail },
    readPersonalLink: { token },
    requestPersonalLink: { email: unusedEmail },
    downloadVisitorData: { token },
    eraseVisitorData: { token },
    writeLegalText: { text: 'Cuidamos tus datos.' },
    sendMessage: { subject: `Llueve ${number}`, text: 'Trae capa.', to: 'all' },
    previewMessage: { subject: 'Llueve', text: 'Trae capa.', to: 'all' },
    createReminder: { task: target.otherActivityId, daysBefore: 1 },
    updateReminder: { daysBefore: 2 },
    markNotificationsRead: {},
    updateNotificationPreferences: { reminder: both, attendance: both, change: both, moderation: both },
    subscribeToPush: { endpoint: `https://fcm.googleapis.com/fcm/send/${number}`, keys: PUSH_KEYS },
    unsubscribeFromPush: { endpoint: 'https://fcm.googleapis.com/fcm/send/x' },
    saveSearch: { filters: { q: `río ${number}` } },
    updateSavedSearch: { mail: 'nunca' },
    readSubscription: { token },
    unsubscribe: { token },
    createCollective: { name: `Colectivo nuevo ${number}` },
    updateCollective: { name: `Colectivo ${number}` },
    followCollective: { mail: 'diario' },
    previewCalendar: { url: `webcal://calendario.example.org/${number}.ics` },
    createCalendar: { url: `webcal://calendario.example.org/${number}.ics` },
    createWebhook: { url: 'https://recibe.example.org/minga', events: ['activity.published'] },
    changeMember: { role: 'organizer' },
    inviteMember: { email: unusedEmail, role: 'door' },
    changeOrganizer: { role: 'organizer' },
    inviteOrganizer: { email: unusedEmail, role: 'door' },
    readInvitation: { token },
    acceptInvitation: { token },
    verifyCollective: { isVerified: true },
    changeCollectiveStatus: { isActive: false },
    updateUser: person,
    changeUserStatus: { isActive: false },
    createReport: { target: { type: 'activity', id: taskId }, reason: 'spam' },
    appealDecision: { text: 'Ya la corregimos.' },
    decideHeld: { decision: 'approve' },
    decideReportCase: { decision: 'hide', note: 'Es publicidad' },
    decideManyActivities: { ids: [taskId], action: 'approve' },
    rejectActivity: { reason: 'No es una actividad' },
    switchPromotion: { promotion: true },
    createAdmin: { ...person, password },
    updateAdmin: person,
    changePeer: { isBlocked: true },
    updateSite: { name: 'Ayni', place: 'Cusco' },
    // The table's activities must not be held.
    updateTrust: { heldWords: ['casino'], heldDomains: [], refusedMailDomains: [], holdFirst: 0 },
    tryTrust: { text: 'Casino' },
  };
  return bodies[name] ?? null;
}

export interface ValidRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly payload?: object;
}

export function validRequest(name: string, endpoint: Endpoint, target: Target): ValidRequest {
  const { method, path, query } = endpoint;
  const isOfCollective = path.includes(':slug');
  const url = path
    .replace(':type/:id', `activity/${target.activityId}`)
    .replace(':targetType/:targetId', `activity/${target.activityId}`)
    .replace(':taskId', target.activityId)
    .replace(':slug', target.slug)
    .replace(':seriesId', target.seriesId)
    .replace(':goalId', GOAL_ID)
    .replace(':number', 'AAAA-AAAA-AAAA')
    .replace(':host', 'mastodon.example')
    .replace(':kind', 'privacy')
    .replace(':userId', target.helperId)
    .replace(':deliveryId', target.deliveryId)
    .replace(':invitationId', isOfCollective ? target.collectiveInvitationId : target.activityInvitationId)
    .replace(':id', pathIdOf(name, endpoint, target));
  const queryString = query !== undefined && 'taskIds' in query.shape ? `?taskIds=${target.activityId}` : '';
  const payload = bodyOf(name, target);
  return { method, url: `/api${url}${queryString}`, ...(payload !== null && { payload }) };
}
