/** Runs in a page: what can be pressed but is no 44 by 44 CSS pixels large, each as 'name: width × height'. */
export function smallTargets(): string[] {
  const LEAST = 44;
  const PRESSED =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option], [role=menuitem], [tabindex="0"]';

  /** A link within a sentence is as high as its line (WCAG 2.5.8, inline). */
  function isWithinSentence(element: Element): boolean {
    if (!['inline', 'contents'].includes(getComputedStyle(element).display)) return false;
    const block = element.parentElement?.closest('p, li, dd, figcaption, label, div, span, td, pre');
    const around = (block?.textContent ?? '').replace(element.textContent ?? '', '').trim();
    return around.length > 0;
  }

  /** Not shown, not open to the pointer, or for keys alone until it has the focus, as the skip link is. */
  function isUnreachable(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return true;
    if (element.closest('[inert], [aria-hidden="true"]') !== null) return true;
    if (element.matches(':disabled') || getComputedStyle(element).pointerEvents === 'none') return true;
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  }

  /** What a press may land on: the element itself, or a label that stands for it. */
  const partsOf = (element: Element): Element[] =>
    element instanceof HTMLInputElement ? [element, ...(element.labels ?? [])] : [element];

  const isLarge = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= LEAST && height >= LEAST;
  };

  /** Whether a press there lands on it. */
  function reaches(element: Element, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && partsOf(element).some(part => part.contains(hit));
  }

  /** The length of what can be pressed along one axis through the middle, counted outwards. */
  function extent(element: Element, x: number, y: number, dx: number, dy: number): number {
    let length = 0;
    for (const way of [1, -1]) {
      for (let step = 0; step <= LEAST; step += 0.5) {
        if (!reaches(element, x + dx * way * step, y + dy * way * step)) break;
        length += 0.5;
      }
    }
    return length - 0.5;
  }

  const small: string[] = [];
  const { scrollX, scrollY } = window;
  for (const element of document.querySelectorAll(PRESSED)) {
    if (isUnreachable(element) || isWithinSentence(element)) continue;
    if (partsOf(element).some(isLarge)) continue;
    // What one cannot see cannot be asked for either: the page has to be where it is.
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!reaches(element, x, y)) continue;
    const [wide, high] = [
      Math.max(width, extent(element, x, y, 1, 0)),
      Math.max(height, extent(element, x, y, 0, 1)),
    ];
    if (wide < LEAST - 0.6 || high < LEAST - 0.6) {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      const where = element.className.toString().split(' ')[0] ?? '';
      small.push(`${element.localName}.${where} ${name}: ${Math.round(wide)} × ${Math.round(high)}`);
    }
  }
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  return small;
}
