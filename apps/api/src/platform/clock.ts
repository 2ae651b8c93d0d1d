/** The present moment. Passed in wherever time decides something, so that tests can say what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
