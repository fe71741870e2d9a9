import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

/** What the variables hold, in words of people. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  position: 'Place',
  ahead: 'People ahead',
  waitlistName: 'Waitlist',
  description: 'Description',
  referralLink: 'Referral link',
  statusLink: 'Link to their place',
  movedBy: 'Places gained',
  confirmLink: 'Link to confirm',
  inviteLink: 'Invitation link',
  message: 'Your message',
  expiresOn: 'Last day',
};

/** Markdown, with buttons that insert variables where the cursor is. */
export function MarkdownField({
  label,
  description,
  error,
  variables,
  value,
  onChange,
  minRows,
}: {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly variables: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly minRows: number;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  function insert(name: string): void {
    const area = field.current;
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, 'end');
    onChange(area.value);
    area.focus();
  }
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        description={description}
        error={error}
        autosize
        minRows={minRows}
        maxRows={24}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <fieldset className="insert-variables">
        <legend>Insert</legend>
        {variables.map(name => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(name)}>
            {LABELS[name] ?? name}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
