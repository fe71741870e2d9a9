import { Select, TextInput } from '@mantine/core';
import { toSafeUrl } from '../../../core/email-templates/markdown.ts';
import type { SimpleEmail } from '../../../core/email-templates/simple-email.ts';
import type { TemplateVariables } from '../api/queries.ts';

const OWN = 'own';
const OURS = [
  { name: 'confirmLink', label: 'Their address confirmation' },
  { name: 'inviteLink', label: 'Their invitation' },
  { name: 'statusLink', label: 'Their place in line' },
  { name: 'referralLink', label: 'Their referral link' },
];

const targetsOf = (variables: TemplateVariables) => [
  ...OURS.filter(ours => variables.some(({ name }) => name === ours.name)).map(({ name, label }) => ({
    value: `{{${name}}}`,
    label,
  })),
  { value: OWN, label: 'A page of yours' },
];

/** The button's label and where it leads. */
export function ButtonFields({
  button,
  variables,
  onChange,
}: {
  readonly button: SimpleEmail['button'];
  readonly variables: TemplateVariables;
  readonly onChange: (button: SimpleEmail['button']) => void;
}) {
  const { label, url } = button;
  const targets = targetsOf(variables);
  const isOurs = targets.some(({ value }) => value === url);
  const isBad = url.trim() !== '' && toSafeUrl(url) === null;
  return (
    <>
      <div className="two">
        <TextInput
          label="Button"
          placeholder="No button"
          maxLength={100}
          value={label}
          onChange={event => onChange({ ...button, label: event.currentTarget.value })}
        />
        <Select
          label="Leads to"
          data={targets}
          allowDeselect={false}
          value={isOurs ? url : OWN}
          onChange={target => onChange({ ...button, url: target === OWN ? '' : (target ?? '') })}
        />
      </div>
      {!isOurs && (
        <TextInput
          label="Web address"
          description="Without one, there is no button"
          placeholder="https://rocket.example"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          onChange={event => onChange({ ...button, url: event.currentTarget.value })}
          error={isBad && 'Enter an address like https://rocket.example'}
        />
      )}
    </>
  );
}
