import { ConfirmDialog, Consequences } from '../../components/dialog/confirm-dialog.tsx';
import type { RowDialog, RowDialogProps, Run } from './row-actions.tsx';

interface Deletion extends Run {
  /** The row's id. */
  readonly id: string;
  readonly title: string;
  readonly subject: string;
  readonly detail: string;
  readonly consequences: string;
}

/** The dialog of a deletion, which cannot be undone. Lists that delete nothing do not load this file. */
export const confirmDeletion =
  (deletion: Deletion): RowDialog =>
  props => <DeletionDialog {...props} {...deletion} />;

const DeletionDialog = (props: RowDialogProps & Deletion) => {
  const { isOpen, onClose, actions, title, subject, detail, consequences, ...run } = props;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel="Eliminar"
      onConfirm={() => {
        onClose();
        void actions.run(run);
      }}
      onCancel={onClose}
    >
      <Consequences subject={subject} detail={detail}>
        {consequences}
      </Consequences>
    </ConfirmDialog>
  );
};
