/**
 * The callers. `organizer` and `door keeper` have these roles in the owner's collective, to which the activity belongs; the door keeper
 * also in the activity's own team. `foreign page` is the owner's browser on a page of another site.
 */
export const callers = [
  'anonymous',
  'member',
  'owner',
  'organizer',
  'door keeper',
  'admin',
  'superadmin',
  'deactivated',
  'foreign page',
] as const;
export type CallerName = (typeof callers)[number];

/**
 * The status of each call for each of `callers`, for a valid request about the owner's objects. Calls that take a mailed token get
 * an unknown one: 400 for every permitted caller.
 */
export const permissions: Readonly<Record<string, string>> = {
  // Accounts
  register: '201 201 201 201 201 201 201 201 403',
  login: '200 200 200 200 200 200 200 200 403',
  verifySession: '200 200 200 200 200 200 200 200 200',
  readVerificationLink: '400 400 400 400 400 400 400 400 403',
  verifyEmail: '400 400 400 400 400 400 400 400 403',
  resendVerification: '200 200 200 200 200 200 200 200 403',
  requestPasswordReset: '200 200 200 200 200 200 200 200 403',
  resetPassword: '400 400 400 400 400 400 400 400 403',
  logout: '204 204 204 204 204 204 204 204 403',

  // Own account
  getProfile: '401 200 200 200 200 200 200 401 200',
  updateProfile: '401 200 200 200 200 200 200 401 403',
  requestEmailChange: '401 200 200 200 200 200 200 401 403',
  cancelEmailChange: '401 204 204 204 204 204 204 401 403',
  confirmEmailChange: '400 400 400 400 400 400 400 400 403',
  changePassword: '401 200 200 200 200 200 200 401 403',
  listSessions: '401 200 200 200 200 200 200 401 200',
  endSession: '401 404 204 404 404 404 404 401 403',
  endOtherSessions: '401 204 204 204 204 204 204 401 403',
  downloadData: '401 200 200 200 200 200 200 401 200',
  deleteAccount: '401 204 204 204 204 204 204 401 403',

  // Activities
  listOwnActivities: '401 200 200 200 200 200 200 401 200',
  listOthersActivities: '200 200 200 200 200 200 200 200 200',
  listPromotedActivities: '200 200 200 200 200 200 200 200 200',
  searchActivities: '200 200 200 200 200 200 200 200 200',
  listPlaces: '401 200 200 200 200 200 200 401 200',
  getActivity: '200 200 200 200 200 200 200 200 200',
  'getActivity: rejected': '404 404 200 200 200 200 404 404 200',
  createActivity: '401 201 201 201 201 201 201 401 403',
  updateActivity: '401 403 200 200 403 403 403 401 403',
  deleteActivity: '401 403 204 403 403 403 403 401 403',
  updateGoal: '401 403 200 200 403 403 403 401 403',
  promoteActivity: '401 403 200 200 403 403 403 401 403',

  // The owner's collective, and the team of the owner's activity
  createCollective: '401 201 201 201 201 201 201 401 403',
  listCollectives: '200 200 200 200 200 200 200 200 200',
  getCollective: '200 200 200 200 200 200 200 200 200',
  updateCollective: '401 403 200 403 403 403 403 401 403',
  deleteCollective: '401 403 204 403 403 403 403 401 403',
  followCollective: '401 204 204 204 204 204 204 401 403',
  unfollowCollective: '401 204 204 204 204 204 204 401 403',
  listMembers: '401 403 200 200 200 403 403 401 200',
  changeMember: '401 403 200 403 403 403 403 401 403',
  removeMember: '401 403 204 403 204 403 403 401 403',
  inviteMember: '401 403 201 403 403 403 403 401 403',
  listInvitations: '401 403 200 403 403 403 403 401 200',
  withdrawInvitation: '401 403 204 403 403 403 403 401 403',
  listOrganizers: '401 403 200 200 200 403 403 401 200',
  changeOrganizer: '401 403 200 403 403 403 403 401 403',
  removeOrganizer: '401 403 204 403 204 403 403 401 403',
  sendMessage: '401 403 202 202 403 403 403 401 403',
  previewMessage: '401 403 200 200 403 403 403 401 403',
  listMessages: '401 403 200 200 403 403 403 401 200',
  inviteOrganizer: '401 403 201 403 403 403 403 401 403',
  listActivityInvitations: '401 403 200 403 403 403 403 401 200',
  withdrawActivityInvitation: '401 403 204 403 403 403 403 401 403',
  readInvitation: '400 400 400 400 400 400 400 400 403',
  acceptInvitation: '401 400 400 400 400 400 400 401 403',

  // Attendance of a visitor at the owner's activity
  confirmAttendance: '201 201 201 201 201 201 201 201 403',
  'confirmAttendance: rejected': '404 404 201 201 201 404 404 404 403',
  confirmSeries: '201 201 201 201 201 201 201 201 403',
  'confirmSeries: rejected': '404 404 201 201 201 404 404 404 403',
  cancelAttendance: '403 403 200 200 403 403 403 403 403',
  changeClaims: '403 403 200 200 403 403 403 403 403',
  changeParty: '403 403 200 200 403 403 403 403 403',
  answerOffer: '403 403 200 200 403 403 403 403 403',
  reconfirmAttendance: '403 403 200 200 403 403 403 403 403',
  checkAttendance: '200 200 200 200 200 200 200 200 200',
  checkAttendances: '200 200 200 200 200 200 200 200 200',
  listOwnAttendances: '401 200 200 200 200 200 200 401 200',
  listParticipants: '401 403 200 200 403 403 403 401 200',
  readDoor: '401 403 200 200 200 403 403 401 200',
  readArrival: '401 404 200 200 200 404 404 401 403',
  checkIn: '401 403 409 409 409 403 403 401 403',
  undoCheckIn: '401 403 409 409 409 403 403 401 403',
  updateParticipant: '401 403 200 200 403 403 403 401 403',
  admitParticipant: '401 403 200 200 403 403 403 401 403',
  removeParticipants: '401 403 200 200 403 403 403 401 403',
  removeParticipant: '401 403 204 204 403 403 403 401 403',
  readPersonalLink: '400 400 400 400 400 400 400 400 403',
  requestPersonalLink: '200 200 200 200 200 200 200 200 403',

  // Reminders and notifications
  createReminder: '401 400 201 201 400 400 400 401 403',
  listReminders: '401 200 200 200 200 200 200 401 200',
  updateReminder: '401 404 200 404 404 404 404 401 403',
  deleteReminder: '401 404 204 404 404 404 404 401 403',
  listNotifications: '401 200 200 200 200 200 200 401 200',
  countUnreadNotifications: '401 200 200 200 200 200 200 401 200',
  markNotificationsRead: '401 204 204 204 204 204 204 401 403',
  removeNotification: '401 404 204 404 404 404 404 401 403',
  clearNotifications: '401 204 204 204 204 204 204 401 403',
  getNotificationPreferences: '401 200 200 200 200 200 200 401 200',
  updateNotificationPreferences: '401 200 200 200 200 200 200 401 403',
  readSubscription: '400 400 400 400 400 400 400 400 403',
  unsubscribe: '400 400 400 400 400 400 400 400 403',

  // Saved searches
  listSavedSearches: '401 200 200 200 200 200 200 401 200',
  getPushKey: '401 200 200 200 200 200 200 401 200',
  listPushDevices: '401 200 200 200 200 200 200 401 200',
  subscribeToPush: '401 201 201 201 201 201 201 401 403',
  unsubscribeFromPush: '401 204 204 204 204 204 204 401 403',
  removePushDevice: '401 404 204 404 404 404 404 401 403',
  saveSearch: '401 201 201 201 201 201 201 401 403',
  updateSavedSearch: '401 404 200 404 404 404 404 401 403',
  deleteSavedSearch: '401 404 204 404 404 404 404 401 403',

  // Administration
  listUsers: '401 403 403 403 403 200 403 401 403',
  getUserStats: '401 403 403 403 403 200 403 401 403',
  getUser: '401 403 403 403 403 200 403 401 403',
  updateUser: '401 403 403 403 403 200 403 401 403',
  changeUserStatus: '401 403 403 403 403 200 403 401 403',
  deleteUser: '401 403 403 403 403 204 403 401 403',
  listAllActivities: '401 403 403 403 403 200 403 401 403',
  getActivityStats: '401 403 403 403 403 200 403 401 403',
  approveActivity: '401 403 403 403 403 200 403 401 403',
  undoApproval: '401 403 403 403 403 409 403 401 403',
  rejectActivity: '401 403 403 403 403 200 403 401 403',
  switchPromotion: '401 403 403 403 403 200 403 401 403',
  listAllAttendances: '401 403 403 403 403 200 403 401 403',
  getAttendanceStats: '401 403 403 403 403 200 403 401 403',
  removeAttendance: '401 403 403 403 403 204 403 401 403',

  listAllCollectives: '401 403 403 403 403 200 403 401 403',
  verifyCollective: '401 403 403 403 403 200 403 401 403',
  changeCollectiveStatus: '401 403 403 403 403 200 403 401 403',

  // Superadministration
  getAccountStats: '401 403 403 403 403 403 200 401 403',
  listAdmins: '401 403 403 403 403 403 200 401 403',
  createAdmin: '401 403 403 403 403 403 201 401 403',
  updateAdmin: '401 403 403 403 403 403 200 401 403',
  deactivateAdmin: '401 403 403 403 403 403 200 401 403',
  reactivateAdmin: '401 403 403 403 403 403 200 401 403',
  deleteAdmin: '401 403 403 403 403 403 204 401 403',

  // Administration and superadministration
  getSystemStatus: '401 403 403 403 403 200 200 401 403',
  retryDeadLetter: '401 403 403 403 403 200 200 401 403',
  retryDeadLetters: '401 403 403 403 403 200 200 401 403',
};
