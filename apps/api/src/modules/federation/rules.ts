/** The facts of an activity that readers must hear about. */
export interface SentFacts {
  readonly startTime: string;
  readonly place: string;
  readonly isCancelled: boolean;
}

/** Why a delivery failed. */
export type Failure =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'name'
  | 'private'
  | 'certificate'
  | 'connection'
  | 'blocked';
