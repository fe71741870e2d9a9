import { type CSSProperties, useId } from 'react';
import { textColorOn } from '../../../core/markup/contrast.ts';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { TEMPLATE_CARDS, TEMPLATE_NAMES, TemplateThumbnail } from './template-thumbnail.tsx';

interface TemplatePickerProps {
  /** Null: none of them, because the page has its own code. */
  readonly value: TemplateName | null;
  readonly onChange: (name: TemplateName) => void;
  /** Tints the sketches. */
  readonly brandColor?: string | null;
}

/** The built-in templates as small sketches. */
export function TemplatePicker({ value, onChange, brandColor = null }: TemplatePickerProps) {
  const group = useId();
  const tint = brandColor && { '--thumb-brand': brandColor, '--thumb-on-brand': textColorOn(brandColor) };
  return (
    <fieldset className="templates" style={{ ...tint } as CSSProperties}>
      <legend className="field-label">Template</legend>
      <div className="template-cards">
        {TEMPLATE_NAMES.map(name => (
          <label key={name} className="template-card">
            <input
              type="radio"
              className="unseen"
              name={group}
              checked={value === name}
              onChange={() => onChange(name)}
            />
            <TemplateThumbnail name={name} />
            <span className="template-name">{TEMPLATE_CARDS[name].label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
