/** The path of an activity's public page. */
export const activityPath = (id: string): string => `/actividades/${id}`;

export const calendarPath = (id: string): string => `${activityPath(id)}.ics`;
