/**
 * The texts that a bar at the foot of the window covers at the end of the page, where no further scrolling uncovers them. Runs in the
 * page.
 */
export async function coveredAtEnd(): Promise<string[]> {
  const sheets = document.querySelectorAll('[role=dialog], :popover-open');
  if ([...sheets].some(sheet => sheet.checkVisibility())) return [];
  const before = scrollY;
  scrollTo(0, Number.MAX_SAFE_INTEGER);
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const isAtFoot = (element: Element) =>
    getComputedStyle(element).position === 'fixed' && element.getBoundingClientRect().top > innerHeight / 2;
  // A list that scrolls by itself, and a text of which a part is hidden until a press.
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowY !== 'visible' || isClipped(element.parentElement));
  const bars = [...document.querySelectorAll('body *')].filter(isAtFoot);
  const covered = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    const text = node.textContent?.trim();
    if (!text || !parentElement?.checkVisibility() || bars.some(bar => bar.contains(node))) continue;
    if (isClipped(parentElement)) continue;
    const range = new Range();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (bars.some(bar => bar.contains(hit))) covered.add(text);
    }
  }
  scrollTo(0, before);
  return [...covered];
}
