import { createRootRoute, Outlet } from '@tanstack/react-router';

/** The maximum milliseconds to wait for a frame; a hidden window has none. */
const FRAME_MAX_MS = 100;

export const Route = createRootRoute({
  // A screen whose code and data are there would otherwise be rendered before the frame that shows the press (decision 0100).
  beforeLoad: ({ cause }) => (cause === 'stay' ? nextFrame() : undefined),
  component: Outlet,
});

const nextFrame = () =>
  new Promise<void>(resolve => {
    setTimeout(resolve, FRAME_MAX_MS);
    // A frame's callbacks run before it is painted.
    requestAnimationFrame(() => setTimeout(resolve));
  });
