import type { AttendanceRow, AttendedActivity } from './repository.ts';

interface AttendanceChange {
  readonly attendance: AttendanceRow;
  readonly activity: Pick<
    AttendedActivity,
    'id' | 'ownerId' | 'ownerEmail' | 'title' | 'date' | 'place' | 'status'
  >;
  /** The account that made the change, or null if a visitor made it. */
  readonly actorId: string | null;
}

/** A party has got a place, or a position on the waiting list. */
export interface AttendanceConfirmed extends AttendanceChange {
  readonly activity: AttendanceChange['activity'] & Pick<AttendedActivity, 'asksAgain'>;
  /** The attendee has requested a reminder. */
  readonly wantsReminder: boolean;
  /**
   * The number of occurrences of a series that one request confirmed, in the event of the first of them; 0 in the events of the
   * others.
   */
  readonly dates: number;
}

/** An organiser has imported a list of people, all of whom have a place. */
export interface PeopleImported {
  readonly activity: AttendanceChange['activity'];
  /** The number of added people, companions included. */
  readonly people: number;
  readonly actorId: string;
  readonly actorName: string;
}

/**
 * The attendee has cancelled, an organiser or administrator has removed the attendance, or the offer has expired. The row is
 * deleted; `attendance` is its last state.
 */
export interface AttendanceCancelled extends AttendanceChange {
  readonly by: 'attendee' | 'organiser' | 'administrator' | 'expiry';
}

/**
 * A place was offered to a party of the waiting list, an offer has expired and its row is deleted, or a party with a place was
 * asked to reconfirm.
 */
export interface PlaceChange {
  readonly attendance: AttendanceRow;
  readonly activity: Pick<AttendedActivity, 'id' | 'ownerId' | 'ownerEmail' | 'title' | 'date'>;
  /** The account of the attendee, or null if the attendee is a visitor. */
  readonly userId: string | null;
}

/** An organiser gave the attendance to another person; this is the row before the change. */
export type AttendeeReplaced = Pick<
  AttendanceRow,
  'id' | 'activityId' | 'userId' | 'name' | 'email' | 'status' | 'hours' | 'addition'
>;

/** An organiser corrected the name of the same person; this is the row before the change. */
type AttendeeRenamed = Pick<AttendanceRow, 'id' | 'userId' | 'email'>;

/** An organiser changed or cleared hours that were confirmed before. */
export type HoursChanged = Pick<AttendanceRow, 'id' | 'userId' | 'email'>;

/**
 * The data of a visitor's attendance is about to be erased, when its retention period has ended or at the person's request. The row
 * still contains the data. Subscribers erase what they store about the person.
 */
export type VisitorErasing = Pick<AttendanceRow, 'id' | 'activityId' | 'email'> & {
  /** No other attendance has this address, so that all data about the address is erased. */
  readonly isLast: boolean;
};

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    attendanceConfirmed: AttendanceConfirmed;
    peopleImported: PeopleImported;
    attendanceCancelled: AttendanceCancelled;
    attendeeReplaced: AttendeeReplaced;
    attendeeRenamed: AttendeeRenamed;
    hoursChanged: HoursChanged;
    placeOffered: PlaceChange;
    placeLost: PlaceChange;
    attendeeAsked: PlaceChange;
    visitorErasing: VisitorErasing;
    /** Two attendances of one person in one activity were merged; the visitor's row is deleted. */
    attendancesMerged: Merged;
  }
}

/** The id of the remaining attendance, that of the deleted one, and whether the remaining one had hours before. */
export interface Merged {
  readonly id: string;
  readonly mergedId: string;
  readonly hadHours: boolean;
}
