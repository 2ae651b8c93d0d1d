import type { AttendanceRow, AttendedActivity } from './repository.ts';

interface AttendanceChange {
  readonly attendance: AttendanceRow;
  readonly activity: Pick<AttendedActivity, 'id' | 'ownerId' | 'ownerEmail' | 'title' | 'date' | 'place'>;
  /** The account that did it; null: a visitor. */
  readonly actorId: string | null;
}

export interface AttendanceConfirmed extends AttendanceChange {
  /** The attendee asked to be reminded. */
  readonly wantsReminder: boolean;
}

/** Cancelled by the attendee, or removed by the organiser or an administrator. The row is deleted. */
export interface AttendanceCancelled extends AttendanceChange {
  readonly by: 'attendee' | 'organiser' | 'administrator';
}

/** The organiser gave the attendance to another person; this is the row before. */
export type AttendeeReplaced = Pick<AttendanceRow, 'id' | 'activityId' | 'userId' | 'email'>;

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    attendanceConfirmed: AttendanceConfirmed;
    attendanceCancelled: AttendanceCancelled;
    attendeeReplaced: AttendeeReplaced;
  }
}
