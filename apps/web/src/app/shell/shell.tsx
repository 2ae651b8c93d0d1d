import { Outlet } from '@tanstack/react-router';

export function Shell() {
  return (
    <main id="contenido" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
