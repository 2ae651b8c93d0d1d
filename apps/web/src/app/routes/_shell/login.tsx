import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_shell/login')({ component: () => null });
