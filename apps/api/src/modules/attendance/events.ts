import type { AttendanceRow, AttendedActivity } from './repository.ts';

interface AttendanceChange {
  readonly attendance: AttendanceRow;
  readonly activity: Pick<
    AttendedActivity,
    'id' | 'ownerId' | 'ownerEmail' | 'title' | 'date' | 'place' | 'status'
  >;
  /** The account that did it; null: a visitor. */
  readonly actorId: string | null;
}

/** A party got a place, or one on the waiting list. */
export interface AttendanceConfirmed extends AttendanceChange {
  readonly activity: AttendanceChange['activity'] & Pick<AttendedActivity, 'asksAgain'>;
  /** The attendee asked to be reminded. */
  readonly wantsReminder: boolean;
  /** The occurrences of a series that were confirmed at once, said of the first of them; 0: of the others. */
  readonly dates: number;
}

/**
 * Cancelled by the attendee, removed by the organiser or an administrator, or its offered place expired. The row is deleted; it is as
 * it was.
 */
export interface AttendanceCancelled extends AttendanceChange {
  readonly by: 'attendee' | 'organiser' | 'administrator' | 'expiry';
}

/**
 * A place is offered to a party of the waiting list, or its offer has expired and the row is deleted, or a party with a place is asked
 * whether it still comes.
 */
export interface PlaceChange {
  readonly attendance: AttendanceRow;
  readonly activity: Pick<AttendedActivity, 'id' | 'ownerId' | 'ownerEmail' | 'title' | 'date'>;
  /** The account of the attendee; null: a visitor. */
  readonly userId: string | null;
}

/** The organiser gave the attendance to another person; this is the row before. */
export type AttendeeReplaced = Pick<
  AttendanceRow,
  'id' | 'activityId' | 'userId' | 'name' | 'email' | 'status' | 'hours'
>;

/** The organiser corrected the name of the same person; this is the row before. */
type AttendeeRenamed = Pick<AttendanceRow, 'id' | 'userId' | 'email'>;

/** An organiser changed or cleared hours that were confirmed before. */
export type HoursChanged = Pick<AttendanceRow, 'id' | 'userId' | 'email'>;

/**
 * The data of a visitor's attendance is about to be erased, some time after the activity or as the person wished. The row still has it.
 * Subscribers erase what they store about the person.
 */
export type VisitorErasing = Pick<AttendanceRow, 'id' | 'activityId' | 'email'> & {
  /** No other attendance has its address: everything about the address goes. */
  readonly isLast: boolean;
};

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    attendanceConfirmed: AttendanceConfirmed;
    attendanceCancelled: AttendanceCancelled;
    attendeeReplaced: AttendeeReplaced;
    attendeeRenamed: AttendeeRenamed;
    hoursChanged: HoursChanged;
    placeOffered: PlaceChange;
    placeLost: PlaceChange;
    attendeeAsked: PlaceChange;
    visitorErasing: VisitorErasing;
    /** Attendances of one person in one activity were merged; the later one is deleted. */
    attendancesMerged: Merged;
  }
}

/** Of two attendances of one person, the one that stays and the deleted one; whether the one that stays had hours before. */
export interface Merged {
  readonly id: string;
  readonly mergedId: string;
  readonly hadHours: boolean;
}
