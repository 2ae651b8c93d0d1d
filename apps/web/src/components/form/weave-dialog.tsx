import { Button, Group, Modal } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { toastError } from '../../lib/toasts.ts';
import { Weave } from '../brand/weave.tsx';
import { OWN_YARN, TILE_COLUMNS, TILE_ROWS, weaveOf } from '../brand/weave-pattern.ts';
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

/** Pixels of a stitch. Two tiles make a picture of 1,536 × 864 pixels. */
const STITCH = 32;

/** The weave of a seed as the file of a picture. Rejects if the browser makes no file of what it has drawn. */
async function drawWeave(seed: string, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * TILE_COLUMNS * STITCH;
  canvas.height = TILE_ROWS * STITCH;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  context.scale(STITCH, STITCH);
  drawStitches(context, seed);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser has encoded no picture');
  return new File([blob], weaveFile(name), { type: blob.type });
}

/** The name of the file, by which the form knows that its picture is this weave. */
const weaveFile = (name: string): string => `${name}.png`;

/** The site's colour in the light scheme, since a picture is the same in both. A canvas does not know variables. */
function ownColour(): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.cssText = `color-scheme:light;color:${OWN_YARN}`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** In stitch units, as the `Weave` of a screen. */
function drawStitches(context: CanvasRenderingContext2D, seed: string): void {
  const { ground, yarns } = weaveOf(seed);
  const own = ownColour();
  const inColour = (color: string) => (color === OWN_YARN ? own : color);
  context.fillStyle = inColour(ground);
  context.fillRect(0, 0, 2 * TILE_COLUMNS, TILE_ROWS);
  for (const left of [0, TILE_COLUMNS]) {
    context.save();
    context.translate(left, 0);
    for (const { color, path } of yarns) {
      context.fillStyle = inColour(color);
      context.fill(new Path2D(path));
    }
    context.restore();
  }
  context.strokeStyle = 'rgb(0 0 0 / 20%)';
  context.lineWidth = 0.16;
  context.beginPath();
  for (let y = 0; y < TILE_ROWS; y += 1) {
    context.moveTo(0, y + 0.1);
    for (let x = 0; x < 2 * TILE_COLUMNS; x += 1) {
      context.lineTo(x + 0.5, y + 0.65);
      context.lineTo(x + 1, y + 0.1);
    }
  }
  context.stroke();
}
