/** Who has opened an invitation. */
export interface Viewer {
  readonly username: string;
  readonly email: string;
}
