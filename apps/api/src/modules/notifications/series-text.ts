/** Of the other occurrences of a series that the same has happened to. */
export const alsoOther = (count: number): string =>
  count === 1
    ? 'Lo mismo vale para otra fecha de esta serie en la que estás.'
    : `Lo mismo vale para otras ${count} fechas de esta serie en las que estás.`;

/** Of the occurrences of a series: ', en sus 12 fechas'; empty for one activity. */
export const ofDates = (dates: number): string => (dates === 1 ? '' : `, en sus ${dates} fechas`);
