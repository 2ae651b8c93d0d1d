/**
 * Finds where the focus goes when the list's entry around `element` disappears: to the next card, to the one before, or
 * to the page's heading. Asked before, done after.
 */
export function focusBeside(element: Element | null): () => void {
  const entry = element?.closest('li');
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling ?? lastBefore(entry);
  const target = neighbour?.querySelector<HTMLElement>('a, button') ?? document.querySelector('h1');
  return () => target?.focus();
}

/** A long list is made of several: the end of the one before. */
function lastBefore(entry: Element | null | undefined): Element | null | undefined {
  const block = entry?.parentElement?.previousElementSibling;
  return block?.matches('ul') ? block.lastElementChild : null;
}
