/** The signed-in user; null is a visitor. */
export type Viewer = { readonly email: string; readonly username: string } | null;
