/** Runs in the page: the pointer targets smaller than 44 × 44 CSS pixels, each as 'name: width × height'. */
export function smallTargets(): string[] {
  const MIN_SIZE = 44;
  const TARGETS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option], [role=menuitem], [tabindex="0"]';

  /** A link within a sentence is exempt: its height is the line's (WCAG 2.5.8, inline). */
  function isWithinSentence(element: Element): boolean {
    if (!['inline', 'contents'].includes(getComputedStyle(element).display)) return false;
    const block = element.parentElement?.closest('p, li, dd, figcaption, label, div, span, td, pre');
    const around = (block?.textContent ?? '').replace(element.textContent ?? '', '').trim();
    return around.length > 0;
  }

  /** Hidden, disabled for the pointer, or visible only with the focus, like the skip link. */
  function isUnreachable(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return true;
    if (element.closest('[inert], [aria-hidden="true"]') !== null) return true;
    if (element.matches(':disabled') || getComputedStyle(element).pointerEvents === 'none') return true;
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  }

  /** The elements that receive the pointer for a control: itself and its labels. */
  const partsOf = (element: Element): Element[] =>
    element instanceof HTMLInputElement ? [element, ...(element.labels ?? [])] : [element];

  const isLarge = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= MIN_SIZE && height >= MIN_SIZE;
  };

  /** Whether a press at this point reaches the element. */
  function reaches(element: Element, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && partsOf(element).some(part => part.contains(hit));
  }

  /** The length of the target along one axis through its centre, measured outwards. */
  function extent(element: Element, x: number, y: number, dx: number, dy: number): number {
    let length = 0;
    for (const direction of [1, -1]) {
      for (let step = 0; step <= MIN_SIZE; step += 0.5) {
        if (!reaches(element, x + dx * direction * step, y + dy * direction * step)) break;
        length += 0.5;
      }
    }
    return length - 0.5;
  }

  const small: string[] = [];
  const { scrollX, scrollY } = window;
  for (const element of document.querySelectorAll(TARGETS)) {
    if (isUnreachable(element) || isWithinSentence(element)) continue;
    if (partsOf(element).some(isLarge)) continue;
    // `elementFromPoint` sees only the viewport.
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!reaches(element, x, y)) continue;
    const [wide, high] = [
      Math.max(width, extent(element, x, y, 1, 0)),
      Math.max(height, extent(element, x, y, 0, 1)),
    ];
    if (wide < MIN_SIZE - 0.6 || high < MIN_SIZE - 0.6) {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      const where = element.className.toString().split(' ')[0] ?? '';
      small.push(`${element.localName}.${where} ${name}: ${Math.round(wide)} × ${Math.round(high)}`);
    }
  }
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  return small;
}
