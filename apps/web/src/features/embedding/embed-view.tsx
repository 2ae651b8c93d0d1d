import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { categoryNames } from '@minga/contract/category-names';
import type { Category } from '@minga/contract/topics';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { HelpLink } from '../../components/help-link.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import classes from './embed-view.module.css';
import {
  COUNTS,
  DEFAULT_HEIGHT,
  type EmbedChoice,
  type EmbedFilters,
  embedCode,
  embedPath,
  HEIGHTS,
} from './model.ts';

interface Props {
  /** What the address names. */
  start: EmbedFilters;
  collectives: readonly { readonly slug: string; readonly name: string }[];
}

const WORDS_MAX = 200;
/** The preview does not load with every key. */
const DEBOUNCE_MS = 500;

const categoryOptions = [
  { value: '', label: 'Todas' },
  ...Object.entries(categoryNames).map(([value, label]) => ({ value, label })),
];

/** /incrustar: makes the code of a list of activities for another site, with a preview. */
export function EmbedView({ start, collectives }: Props) {
  const [choice, setChoice] = useState<EmbedChoice>({ ...start, limite: 5, height: DEFAULT_HEIGHT });
  const [preview] = useDebouncedValue(embedPath(choice), DEBOUNCE_MS);
  const change = (changes: Partial<EmbedChoice>) => setChoice({ ...choice, ...changes });
  const code = embedCode(choice, location.origin);
  return (
    <>
      <PageHeading
        title="Pon las actividades en tu sitio"
        lead="Elige qué mostrar, copia el código y pégalo en la página de tu barrio, tu colegio o tu colectivo. Se actualiza solo."
      />
      <div className={classes.columns}>
        <Stack component="form" gap="md" onSubmit={event => event.preventDefault()}>
          <NativeSelect
            size="md"
            label="Categoría"
            data={categoryOptions}
            value={choice.categoria ?? ''}
            onChange={event => change({ categoria: (event.currentTarget.value as Category) || undefined })}
          />
          <TextInput
            label="Palabras"
            description="Por ejemplo, tu vereda. Vacío, salen todas."
            maxLength={WORDS_MAX}
            value={choice.q ?? ''}
            onChange={event => change({ q: event.currentTarget.value || undefined })}
          />
          <NativeSelect
            size="md"
            label="Colectivo"
            data={[
              { value: '', label: 'Cualquiera' },
              ...collectives.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
            value={choice.colectivo ?? ''}
            onChange={event => change({ colectivo: event.currentTarget.value || undefined })}
          />
          <div className={classes.pair}>
            <NativeSelect
              size="md"
              label="Cuántas"
              data={COUNTS.map(String)}
              value={String(choice.limite)}
              onChange={event => change({ limite: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              size="md"
              label="Alto"
              data={HEIGHTS.map(height => ({ value: String(height), label: `${height} píxeles` }))}
              value={String(choice.height)}
              onChange={event => change({ height: Number(event.currentTarget.value) })}
            />
          </div>
          <div>
            <label htmlFor="codigo" className={classes.label}>
              Código para pegar
            </label>
            <textarea
              id="codigo"
              // HTML is in no language.
              lang="zxx"
              readOnly
              rows={5}
              spellCheck={false}
              className={classes.code}
              value={code}
              onFocus={event => event.currentTarget.select()}
            />
          </div>
          <Button leftSection={<IconCopy size={20} aria-hidden />} onClick={() => copyCode(code)}>
            Copiar el código
          </Button>
          <HelpLink to="incrustar">Cómo ponerlo en tu sitio</HelpLink>
        </Stack>
        <section aria-labelledby="vista-previa">
          <h2 id="vista-previa" className={classes.heading}>
            Así se verá
          </h2>
          <iframe
            src={preview}
            title="Vista previa de las actividades"
            height={choice.height}
            className={classes.preview}
          />
        </section>
      </div>
    </>
  );
}

/** Copies the code, or says how to do it by hand. */
async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toastSuccess('Código copiado');
  } catch {
    toastError('No pudimos copiar el código. Toca el recuadro y cópialo de ahí.');
  }
}
