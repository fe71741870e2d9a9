import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sendersQuery } from '../api/queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import type { SettingsForm } from './settings-form.ts';

/** Whom the waitlist's email comes from. */
export function SenderChoice({ form }: { readonly form: SettingsForm }) {
  return (
    <Section title="Sender" lead="Who email to people on the list comes from.">
      <Loaded query={useQuery(sendersQuery)}>
        {({ senders }) => {
          const chosen = senders.find(({ id }) => id === form.values.senderId);
          return (
            <>
              <Select
                aria-label="Sender"
                allowDeselect={false}
                data={[
                  { value: '', label: 'Anteroom (our address)' },
                  ...senders.map(({ id, email, name }) => ({ value: id, label: `${name} <${email}>` })),
                ]}
                {...form.getInputProps('senderId')}
              />
              <p className="quiet section-gap">
                {chosen && chosen.state !== 'active' ? (
                  <>
                    <span>It isn’t active, so email comes from our address until it is. </span>
                    <Link to="/senders">See what’s missing</Link>
                  </>
                ) : (
                  <Link to="/senders">
                    {senders.length > 0 ? 'Manage senders' : 'Send from your own address'}
                  </Link>
                )}
              </p>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
