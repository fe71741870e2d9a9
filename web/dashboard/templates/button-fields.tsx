import { Select, TextInput } from '@mantine/core';
import { toSafeUrl } from '../../../core/email-templates/markdown.ts';
import type { SimpleEmail } from '../../../core/email-templates/simple-email.ts';

const OWN = 'own';
const TARGETS = [
  { value: '{{statusLink}}', label: 'Their place in line' },
  { value: '{{referralLink}}', label: 'Their referral link' },
  { value: OWN, label: 'A page of yours' },
];

const isOurs = (url: string): boolean => TARGETS.some(({ value }) => value !== OWN && value === url);

/** The button's label and where it leads. */
export function ButtonFields({
  button,
  onChange,
}: {
  readonly button: SimpleEmail['button'];
  readonly onChange: (button: SimpleEmail['button']) => void;
}) {
  const { label, url } = button;
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
          data={TARGETS}
          allowDeselect={false}
          value={isOurs(url) ? url : OWN}
          onChange={target => onChange({ ...button, url: target === OWN ? '' : (target ?? '') })}
        />
      </div>
      {!isOurs(url) && (
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
