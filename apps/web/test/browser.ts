// What jsdom leaves out. Everything is in view at once, nothing changes its size, and no media query holds.
class ViewObserver {
  readonly #report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    const entry = { target, isIntersecting: true } as IntersectionObserverEntry;
    queueMicrotask(() => this.#report([entry], this as unknown as IntersectionObserver));
  }
  unobserve(): void {}
  disconnect(): void {}
}

class SizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, { IntersectionObserver: ViewObserver, ResizeObserver: SizeObserver });
window.matchMedia ??= query =>
  Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
window.scrollTo = () => {};
// Native popovers: what opens and closes them, and that they tell of it.
const open = new WeakSet<Element>();
HTMLElement.prototype.togglePopover = function togglePopover(this: HTMLElement, force?: unknown) {
  const isOpen = typeof force === 'boolean' ? force : !open.has(this);
  if (isOpen === open.has(this)) return isOpen;
  if (isOpen) open.add(this);
  else open.delete(this);
  // jsdom knows that they are hidden, but not that they open.
  this.style.display = isOpen ? 'block' : '';
  this.dispatchEvent(Object.assign(new Event('toggle'), { newState: isOpen ? 'open' : 'closed' }));
  return isOpen;
};
document.addEventListener('click', ({ target }) => {
  const opener = target instanceof Element ? target.closest('[popovertarget]') : null;
  document.getElementById(opener?.getAttribute('popovertarget') ?? '')?.togglePopover();
});
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView ??= () => {};
// Nothing is laid out, so that nothing lies anywhere.
document.elementFromPoint ??= () => null;
URL.createObjectURL ??= () => 'blob:vista-previa';
URL.revokeObjectURL ??= () => {};
