import { useState } from 'react';
import type { ReasonTemplate } from './reason-templates.ts';

/** A reason that starts as a template. An edited text is retained while another template is tried. */
export function useReasonDraft(templates: readonly ReasonTemplate[], suggestedId: string) {
  const [templateId, setTemplateId] = useState(suggestedId);
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const template = templates.find(({ id }) => id === templateId);
  return {
    templateId,
    text: edited[templateId] ?? template?.text ?? '',
    choose: setTemplateId,
    write: (text: string) => setEdited({ ...edited, [templateId]: text }),
  };
}

export type ReasonDraft = ReturnType<typeof useReasonDraft>;
