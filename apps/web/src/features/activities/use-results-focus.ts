import { useRef } from 'react';
import { useFocusRecovery } from '../../components/use-focus-recovery.ts';

/**
 * Moves the focus to the results when the control that changed them, such as 'Quitar los filtros', leaves the screen with that. The page
 * does not scroll: the control may be above the first result.
 */
export function useResultsFocus<Results extends HTMLElement = HTMLElement>() {
  const results = useRef<Results>(null);
  const fallback = useRef({ focus: () => results.current?.focus({ preventScroll: true }) });
  return { results, screen: useFocusRecovery(fallback) };
}
