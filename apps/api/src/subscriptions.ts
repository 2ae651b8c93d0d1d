import { deleteActivitiesOfAccounts, detachActivities } from './modules/activities/removal/service.ts';
import { invalidateStatistics } from './modules/administration/attendance-service.ts';
import { clearReasons } from './modules/administration/audit-service.ts';
import { deleteOutdatedAnswers, releaseClaims } from './modules/attendance/needs/service.ts';
import {
  anonymiseAttendances,
  giveUpPlacesOfAccounts,
  moveAttendances,
  voidUnprovedAttendances,
} from './modules/attendance/own/service.ts';
import { resetReconfirmations } from './modules/attendance/places/reconfirmation-service.ts';
import { adjustOffers } from './modules/attendance/places/service.ts';
import { handOverCalendars } from './modules/calendars/service.ts';
import {
  deleteCertificates,
  moveCertificates,
  revokeChanged,
  withdrawCertificates,
} from './modules/certificates/service.ts';
import { handOverCollectives } from './modules/collectives/member-service.ts';
import {
  federateChanges,
  federateDecisions,
  federateDeletions,
  federatePublications,
  federateStates,
} from './modules/federation/objects/service.ts';
import { dropFeedback, eraseFeedbackOfAccounts, eraseFeedbackTexts } from './modules/feedback/service.ts';
import { eraseNotificationsAbout } from './modules/notifications/announcements/fan-out-service.ts';
import {
  notifyOfImports,
  notifyOfWaitingLists,
  notifyOwners,
} from './modules/notifications/announcements/owner-service.ts';
import {
  recordChanges,
  recordDeletions,
  recordLostHours,
  recordRemovals,
  recordReplacements,
  recordWithdrawals,
} from './modules/notifications/announcements/service.ts';
import { notifyDecisions } from './modules/notifications/decisions/service.ts';
import { notifyPlaces, notifyReminders } from './modules/notifications/delivery/subscribers-service.ts';
import { recordPublications } from './modules/notifications/followers/service.ts';
import { deletePendingAnnouncements, moveNotificationsAbout } from './modules/notifications/service.ts';
import { queuePushes } from './modules/push/delivery-service.ts';
import {
  deleteReminders,
  dropReminders,
  dropRemindersOfCancelled,
  dropRemindersOfVisitors,
  remindAttendees,
} from './modules/reminders/service.ts';
import { protectDecidedStatus } from './modules/reports/effect-service.ts';
import {
  closeCasesOfActivities,
  closeCasesOfCollectives,
  closeCasesOfMemories,
  deleteCasesOfAccounts,
  recordPlainRejections,
  reopenCasesOfMemories,
} from './modules/reports/service.ts';
import { deleteInvitationsOfAccounts } from './modules/teams/service.ts';
import {
  announceAttendances,
  announceChanges,
  announceDecisions,
  announceDeletions,
  announcePublications,
} from './modules/webhooks/event-service.ts';
import type { Subscriptions } from './platform/domain-events.ts';
import type { Platform } from './platform/platform.ts';

/** The subscribers of each domain event. They run in the publisher's transaction, in this order. */
export const subscriptionsOf = (platform: Platform): Subscriptions => ({
  accountCreating: [voidUnprovedAttendances],
  emailChanging: [(tx, changes) => moveAttendances(platform, tx, changes), moveNotificationsAbout],
  accountDeleting: [
    // All transactions lock activities in the same order and before attendances, which prevents deadlocks.
    (tx, accounts) => giveUpPlacesOfAccounts(platform, tx, accounts),
    handOverCalendars,
    (tx, accounts) => deleteActivitiesOfAccounts(platform, tx, accounts),
    (tx, accounts) => handOverCollectives(platform, tx, accounts),
    deleteInvitationsOfAccounts,
    deleteCertificates,
    deleteReminders,
    deletePendingAnnouncements,
    eraseFeedbackOfAccounts,
    // This runs after the activities have closed their own cases, since all transactions lock in this order.
    deleteCasesOfAccounts,
  ],
  // This runs after the subscribers of `accountDeleting`, which find the account's attendances by its address.
  accountDeleted: [anonymiseAttendances],
  accountStatusDecided: [(tx, decisions) => protectDecidedStatus(platform, tx, decisions)],
  collectiveDeleting: [
    detachActivities,
    (tx, collectives) => closeCasesOfCollectives(platform, tx, collectives),
  ],
  activityChanged: [
    (tx, changes) => recordChanges(platform, tx, changes),
    (tx, changes) => adjustOffers(platform, tx, changes),
    resetReconfirmations,
    (tx, changes) => announceChanges(platform, tx, changes),
    (tx, changes) => federateChanges(platform, tx, changes),
  ],
  questionsEdited: [deleteOutdatedAnswers],
  needsReduced: [(tx, reductions) => releaseClaims(platform, tx, reductions)],
  activityDeleting: [
    (tx, activities) => recordDeletions(platform, tx, activities),
    (tx, activities) => announceDeletions(platform, tx, activities),
    (tx, activities) => federateDeletions(platform, tx, activities),
    clearReasons,
    (tx, activities) => closeCasesOfActivities(platform, tx, activities),
  ],
  memoryRemoved: [(tx, removed) => closeCasesOfMemories(platform, tx, removed)],
  hiddenMemoryEdited: [(tx, edited) => reopenCasesOfMemories(platform, tx, edited)],
  activityDecided: [
    (tx, decisions) => notifyDecisions(platform, tx, decisions),
    (tx, decisions) => recordWithdrawals(platform, tx, decisions),
    (tx, decisions) => announceDecisions(platform, tx, decisions),
    (tx, decisions) => federateDecisions(platform, tx, decisions),
    (tx, decisions) => recordPlainRejections(platform, tx, decisions),
  ],
  activityPublished: [
    (tx, published) => recordPublications(platform, tx, published),
    (tx, published) => announcePublications(platform, tx, published),
    (tx, published) => federatePublications(platform, tx, published),
  ],
  activityStateChanged: [(tx, changed) => federateStates(platform, tx, changed)],
  attendanceConfirmed: [
    (tx, confirmed) => remindAttendees(platform, tx, confirmed),
    (tx, confirmed) => notifyOwners(platform, tx, 'attendance', confirmed),
    (tx, confirmed) => notifyOfWaitingLists(platform, tx, confirmed),
    (tx, confirmed) => announceAttendances(platform, tx, 'attendance.confirmed', confirmed),
  ],
  peopleImported: [
    (tx, imports) => notifyOfImports(platform, tx, imports),
    (tx, imports) => announceAttendances(platform, tx, 'attendance.confirmed', imports),
  ],
  attendanceCancelled: [
    dropRemindersOfCancelled,
    (tx, cancelled) => notifyOwners(platform, tx, 'cancellation', cancelled),
    (tx, cancelled) => recordRemovals(platform, tx, cancelled),
    (tx, cancelled) =>
      revokeChanged(
        platform,
        tx,
        cancelled.map(({ attendance }) => attendance),
      ),
    (tx, cancelled) => announceAttendances(platform, tx, 'attendance.cancelled', cancelled),
  ],
  attendeeReplaced: [
    dropReminders,
    dropFeedback,
    (tx, replaced) => revokeChanged(platform, tx, replaced),
    (tx, replaced) => recordLostHours(platform, tx, replaced),
    (tx, replaced) => recordReplacements(platform, tx, replaced),
  ],
  attendeeRenamed: [(tx, renamed) => revokeChanged(platform, tx, renamed)],
  attendancesMerged: [(tx, merged) => moveCertificates(platform, tx, merged)],
  hoursChanged: [
    (tx, changed) => revokeChanged(platform, tx, changed),
    (tx, changed) => recordLostHours(platform, tx, changed),
  ],
  placeOffered: [(tx, offered) => notifyPlaces(platform, tx, 'offered', offered)],
  placeLost: [(tx, lost) => notifyPlaces(platform, tx, 'lost', lost)],
  attendeeAsked: [(tx, asked) => notifyPlaces(platform, tx, 'asked', asked)],
  visitorErasing: [
    (tx, erasing) => withdrawCertificates(platform, tx, erasing),
    dropRemindersOfVisitors,
    eraseNotificationsAbout,
    eraseFeedbackTexts,
    invalidateStatistics,
  ],
  notificationStored: [(tx, stored) => queuePushes(platform, tx, stored)],
  reminderDue: [(tx, reminders) => notifyReminders(platform, tx, reminders)],
});
