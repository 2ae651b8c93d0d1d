/** The page of an activity that everybody may see, below the site's origin. */
export const activityPath = (id: string): string => `/actividades/${id}`;

export const calendarPath = (id: string): string => `${activityPath(id)}.ics`;
