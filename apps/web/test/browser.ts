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
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView ??= () => {};
URL.createObjectURL ??= () => 'blob:vista-previa';
URL.revokeObjectURL ??= () => {};
