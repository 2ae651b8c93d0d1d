import { NativeSelect, TextInput } from '@mantine/core';
import { categoryNames } from '@minga/contract/category-names';
import { categories, TAG_MAX, TAGS_MAX } from '@minga/contract/topics';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Chips } from '../../../components/form/chips.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { type ActivityDraft, type DraftValues, writtenTags } from '../activity-draft.ts';

const CATEGORY_OPTIONS = [
  { value: '', label: 'Sin categoría' },
  ...categories.map(category => ({ value: category, label: categoryNames[category] })),
];

/** 'De qué se trata': the category and the tags by which people find the activity. */
export function TopicsFold({ form }: { form: UseFormReturn<DraftValues, unknown, ActivityDraft> }) {
  const { control, formState } = form;
  const { category = '', tags = '' } = useWatch({ control }) as DraftValues;
  const written = writtenTags(tags);
  const name = CATEGORY_OPTIONS.find(({ value }) => value !== '' && value === category)?.label;
  const summary = [name, ...written.map(tag => `#${tag}`)].filter(Boolean);
  const { errors } = formState;
  return (
    <Fold
      title="De qué se trata"
      summary={summary.join(' · ')}
      hasError={errors.category !== undefined || errors.tags !== undefined}
    >
      <NativeSelect
        size="md"
        label="Categoría"
        description="Así la encuentra quien busca por tema."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={CATEGORY_OPTIONS}
        {...fieldProps(form, 'category')}
      />
      <div>
        <TextInput
          label="Etiquetas, separadas por comas"
          placeholder="río, reciclaje"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={`Hasta ${TAGS_MAX}, de máximo ${TAG_MAX} caracteres cada una.`}
          autoComplete="off"
          {...fieldProps(form, 'tags')}
        />
        <Chips label="Así se mostrarán" items={written.map(tag => `#${tag}`)} />
      </div>
    </Fold>
  );
}
