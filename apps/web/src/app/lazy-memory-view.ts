import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded only on pages of activities with a memory. The server preloads it, so that it renders it at once. */
export const LazyMemoryView = lazyRouteComponent(
  () => import('../features/memory/memory-view.tsx'),
  'MemoryView',
);

// The hydration of a page that has a memory waits for its code: a press on a picture would find nothing that responds.
if (globalThis.document?.getElementById('memory')) await LazyMemoryView.preload?.();
