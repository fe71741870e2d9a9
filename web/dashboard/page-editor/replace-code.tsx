import { useState } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { Confirm } from '../components/confirm.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { TEMPLATE_CARDS } from './template-thumbnail.tsx';

interface ReplaceCodeProps {
  /** The template to go back to; null: closed. */
  readonly template: TemplateName | null;
  /** Whether the owner's own code would be lost. */
  readonly isOwnCode: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (template: TemplateName) => void;
}

/** Asks before a built-in template replaces the owner's code. */
export function ReplaceCode({ template, isOwnCode, onClose, onConfirm }: ReplaceCodeProps) {
  const [asked, setAsked] = useState(template);
  const [picked, setPicked] = useState<TemplateName>('door');
  if (asked !== template) {
    setAsked(template);
    if (template) setPicked(template);
  }
  return (
    <Confirm
      opened={template !== null}
      onClose={onClose}
      title={isOwnCode ? 'Replace your code with a template?' : 'Start from a template'}
      action={`Use ${TEMPLATE_CARDS[picked].label}`}
      onConfirm={() => onConfirm(picked)}
    >
      <TemplatePicker value={picked} onChange={setPicked} />
      {isOwnCode && <p>Saving the page deletes your code. Copy it first if you might want it again.</p>}
    </Confirm>
  );
}
