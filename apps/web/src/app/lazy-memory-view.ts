import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded only on pages of activities with a memory. The server preloads it, so that it renders it at once. */
export const LazyMemoryView = lazyRouteComponent(
  () => import('../features/memory/components/memory-view.tsx'),
  'MemoryView',
);
