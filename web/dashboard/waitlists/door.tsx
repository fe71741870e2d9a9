import { Button, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { Waitlist } from '../api/queries.ts';
import { formatMoment, TIME_ZONE } from '../components/format.ts';
import { Section } from '../components/section.tsx';
import { MAX_CAPACITY, type SettingsForm, toDoorValues } from './settings-form.ts';
import { useSaveWaitlist } from './use-save.ts';

/** When, how many, and with which addresses people may join. */
export function Door({ waitlist, form }: { readonly waitlist: Waitlist; readonly form: SettingsForm }) {
  return (
    <Section title="Door" lead={leadOf(waitlist)} actions={<DoorButton waitlist={waitlist} form={form} />}>
      <div className="settings-fields">
        <div className="door-times">
          <TextInput
            type="datetime-local"
            label="Opens"
            description={`Your time zone: ${TIME_ZONE}`}
            {...form.getInputProps('opensAt')}
          />
          <TextInput
            type="datetime-local"
            label="Closes"
            description="Links to confirm an address still work."
            {...form.getInputProps('closesAt')}
          />
        </div>
        <NumberInput
          label="Capacity"
          description="How many people can be on the list. Leave it empty for no limit."
          min={1}
          max={MAX_CAPACITY}
          allowDecimal={false}
          thousandSeparator=","
          w={240}
          {...form.getInputProps('capacity')}
        />
        <Textarea
          label="Message"
          description="Shown instead of the form while nobody can join."
          placeholder="This waitlist is closed."
          autosize
          minRows={1}
          maxRows={4}
          maxLength={200}
          {...form.getInputProps('closedMessage')}
        />
        <Switch
          label="Block throwaway addresses"
          description="From services that give anyone a mailbox for minutes."
          {...form.getInputProps('blockDisposable', { type: 'checkbox' })}
        />
        <Textarea
          label="Allowed domains"
          description="If you list any, only addresses at these domains, or below them, can join."
          placeholder="acme.com"
          autosize
          minRows={1}
          maxRows={6}
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('allow')}
        />
        <Textarea
          label="Blocked domains"
          description="Addresses at these domains, or below them, can’t join."
          placeholder="example.com, example.org"
          autosize
          minRows={1}
          maxRows={6}
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('block')}
        />
      </div>
    </Section>
  );
}

function leadOf({ door, opensAt, closesAt, capacity }: Waitlist): string {
  switch (door) {
    case 'not_yet':
      return `Nobody can join before ${formatMoment(opensAt ?? '')}.`;
    case 'closed':
      return `Nobody can join: it closed on ${formatMoment(closesAt ?? '')}.`;
    case 'full':
      return `Nobody can join: all ${capacity?.toLocaleString('en')} places are taken. Raise the capacity to let more people in.`;
    case 'open':
      return closesAt === null ? 'People can join.' : `People can join until ${formatMoment(closesAt)}.`;
  }
}

/** Opens or closes it now, apart from unsaved changes in the form. */
function DoorButton({ waitlist, form }: { readonly waitlist: Waitlist; readonly form: SettingsForm }) {
  const { door, opensAt } = waitlist;
  const isShut = door === 'closed' || door === 'not_yet';
  const save = useSaveWaitlist(waitlist.id, isShut ? 'The waitlist is open.' : 'The waitlist is closed.');
  const opensLater = opensAt !== null && Date.parse(opensAt) > Date.now();
  function turn(): void {
    const changes = isShut
      ? { closesAt: null, ...(opensLater && { opensAt: null }) }
      : { closesAt: new Date().toISOString() };
    save.mutate(changes, {
      onSuccess({ waitlist: stored }) {
        const { opensAt: opens, closesAt: closes } = toDoorValues(stored);
        form.setInitialValues({ ...form.getInitialValues(), opensAt: opens, closesAt: closes });
        form.setValues({ opensAt: opens, closesAt: closes });
      },
    });
  }
  return (
    <Button variant="default" size="xs" onClick={turn} loading={save.isPending}>
      {isShut ? 'Open now' : 'Close now'}
    </Button>
  );
}
