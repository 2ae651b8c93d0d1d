/**
 * Finds where the focus belongs after the list entry around `element` is removed: the next card, else the previous one,
 * else the page's heading. Must be called before the removal; the returned function moves the focus afterwards.
 */
export function captureFocusTarget(element: Element | null): () => void {
  const entry = element?.closest('li');
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling ?? lastOfPreviousBlock(entry);
  const target = neighbour?.querySelector<HTMLElement>('a, button') ?? document.querySelector('h1');
  return () => target?.focus();
}

/** A long list is split into several `ul` blocks. */
function lastOfPreviousBlock(entry: Element | null | undefined): Element | null | undefined {
  const block = entry?.parentElement?.previousElementSibling;
  return block?.matches('ul') ? block.lastElementChild : null;
}
