import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import type { WebhookFormat } from '../../../core/webhooks/schemas.ts';
import { describeFormat, FORMATS } from './formats.ts';

/** Which of these formats a webhook's receiver takes. */
export function FormatChoice({
  formats,
  value,
  onChange,
}: {
  readonly formats: readonly WebhookFormat[];
  readonly value: WebhookFormat;
  readonly onChange: (format: WebhookFormat) => void;
}) {
  const id = useId();
  return (
    <div>
      <p className="field-label" id={id}>
        Format
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={formats.map(format => ({ value: format, label: FORMATS[format] }))}
        value={value}
        onChange={picked => onChange(picked as WebhookFormat)}
      />
      <p className="quiet below">{describeFormat(value)}</p>
    </div>
  );
}
