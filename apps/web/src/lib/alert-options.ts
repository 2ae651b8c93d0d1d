/** A notification as the browser shows it. */
export interface Alert {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  /** The activity that it leads to. */
  readonly taskId: string | null;
}

/** The tag prevents duplicates: from several tabs, and of a push that comes twice. */
export const alertOptions = ({ id, message, taskId }: Alert) => ({
  body: message,
  tag: id,
  icon: '/icon.svg',
  lang: 'es',
  data: { url: taskId === null ? '/' : `/actividades/${taskId}` },
});
