import { createRootRoute, Outlet } from '@tanstack/react-router';

/** The maximum milliseconds to wait for a frame; a hidden window has none. */
const FRAME_MAX_MS = 100;

/** The path of the screen that is shown or being opened. */
let path = '';

export const Route = createRootRoute({
  // A screen whose code and data are there would otherwise be rendered before the frame that shows the press (decision 0100). The same screen
  // waits for nothing: a closed dialog leaves the history, and what it leads to is scrolled into view after that.
  beforeLoad: ({ cause, location }) => {
    if (cause === 'preload') return;
    const isOther = location.pathname !== path;
    path = location.pathname;
    return isOther && cause === 'stay' ? nextFrame() : undefined;
  },
  component: Outlet,
});

const nextFrame = () =>
  new Promise<void>(resolve => {
    setTimeout(resolve, FRAME_MAX_MS);
    // A frame's callbacks run before it is painted.
    requestAnimationFrame(() => setTimeout(resolve));
  });
