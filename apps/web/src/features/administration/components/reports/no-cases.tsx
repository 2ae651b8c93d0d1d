import { EmptyState } from '../../../../components/empty-state.tsx';
import type { CaseStatus } from '../../api/report-cases.ts';

export const NoCases = ({ status }: { readonly status: CaseStatus }) =>
  status === 'open' ? (
    <EmptyState
      drawing="seedling"
      order={3}
      title="No hay nada por revisar"
      text="Cuando alguien reporte una actividad, un colectivo o una memoria, lo verás aquí. Por ahora todo va bien."
    />
  ) : (
    <EmptyState
      drawing="path"
      order={3}
      title="Todavía no has decidido nada"
      text="Aquí queda lo que decida la administración, con el motivo y quién lo decidió."
    />
  );
