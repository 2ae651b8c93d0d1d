import { Button, Group, Modal } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { toastError } from '../../lib/toasts.ts';
import { Weave } from '../brand/weave.tsx';
import { drawWeave, weaveFile } from './draw-weave.ts';
import classes from './weave-dialog.module.css';

/** Each motif on several grounds. The seeds were searched for what they draw. */
const WEAVES = [
  { seed: 'tejido-7', name: 'Rombos sobre verde' },
  { seed: 'tejido-46', name: 'Estrellas sobre rojo' },
  { seed: 'tejido-42', name: 'Espirales sobre azul' },
  { seed: 'tejido-40', name: 'Escalones sobre amarillo' },
  { seed: 'tejido-26', name: 'Gente sobre negro' },
  { seed: 'tejido-23', name: 'Rombos sobre crema' },
  { seed: 'tejido-39', name: 'Gente sobre verde' },
  { seed: 'tejido-153', name: 'Escalones sobre rojo' },
  { seed: 'tejido-12', name: 'Rombos sobre azul' },
  { seed: 'tejido-22', name: 'Gente sobre amarillo' },
  { seed: 'tejido-18', name: 'Estrellas sobre negro' },
  { seed: 'tejido-5', name: 'Espirales sobre crema' },
] as const;

type Choice = (typeof WEAVES)[number];

interface Props {
  isOpen: boolean;
  /** The name of the chosen file; null without one. */
  chosen: string | null;
  onClose: () => void;
  onChoose: (file: File) => void;
}

/** Twelve weaves, of which one becomes the picture: a sheet at the foot of a phone and a dialog at a desk. */
export const WeaveDialog = ({ isOpen, onClose, ...props }: Props) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title="Elige un tejido"
    classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
  >
    <WeaveChoice {...props} onClose={onClose} />
  </Modal>
);

/** Not a form: its submit event would reach the form around the dialog. */
function WeaveChoice({ chosen, onClose, onChoose }: Omit<Props, 'isOpen'>) {
  const name = useId();
  const [picked, setPicked] = useState<Choice>(
    WEAVES.find(weave => weaveFile(weave.name) === chosen) ?? WEAVES[0],
  );

  async function use({ seed, name: title }: Choice): Promise<void> {
    try {
      onChoose(await drawWeave(seed, title));
      onClose();
    } catch {
      toastError('Tu navegador no pudo tejer la imagen. Elige una foto.');
    }
  }

  return (
    <div className="stack gap-l">
      <fieldset className={classes.weaves}>
        <legend className="unseen">Tejido</legend>
        {WEAVES.map(weave => (
          <label key={weave.seed} className={classes.weave}>
            <input
              type="radio"
              name={name}
              className={classes.input}
              aria-label={weave.name}
              checked={weave === picked}
              onChange={() => setPicked(weave)}
              data-autofocus={weave === picked || undefined}
            />
            <Weave seed={weave.seed} />
            <span className={`centred ${classes.mark}`}>
              <IconCheck size={18} stroke={3} aria-hidden />
            </span>
          </label>
        ))}
      </fieldset>
      <p aria-hidden="true" className="soft">
        {picked.name}
      </p>
      <Group data-dialog-buttons justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button onClick={() => use(picked)}>Usar este tejido</Button>
      </Group>
    </div>
  );
}
