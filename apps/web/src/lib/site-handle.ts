let rendered: string | null = null;

/** Sets what the server renders with. */
export function setRenderedHandle(handle: string | null): void {
  rendered = handle;
}

/** How programs of other servers find the site, such as '@minga@example.org', from the document's meta element; null without FEDERATION. */
export const siteHandle = (): string | null =>
  import.meta.env.SSR
    ? rendered
    : (document.querySelector<HTMLMetaElement>('meta[name="minga:federation"]')?.content ?? null);
