/** Who looks, as far as coming to an activity is concerned; null is a visitor without an account. */
export type Viewer = { readonly email: string; readonly username: string } | null;
