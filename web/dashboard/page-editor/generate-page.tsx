import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/client.ts';
import { accountQuery } from '../api/queries.ts';
import { count } from '../components/format.ts';
import { ProblemView } from '../components/problem-view.tsx';

interface GeneratePageProps {
  readonly waitlistId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Whether the editor holds unsaved code that the new page would replace. */
  readonly replaces: boolean;
  readonly onPage: (code: string) => void;
}

/** Generates page code from a description. It goes into the editor, unsaved. */
export function GeneratePage(props: GeneratePageProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Write your page with AI" size="lg">
      <GenerateForm {...props} />
    </Modal>
  );
}

function GenerateForm({ waitlistId, onClose, replaces, onPage }: GeneratePageProps) {
  const queries = useQueryClient();
  const { data: account } = useQuery(accountQuery);
  const [description, setDescription] = useState('');
  // A closed dialog must not replace code typed since.
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const generate = useMutation({
    mutationFn() {
      running.current = new AbortController();
      const input = { waitlistId, description: description.trim() };
      return call('generate_page', input, running.current.signal);
    },
    onSuccess({ pageCode }) {
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      onPage(pageCode);
      onClose();
    },
  });
  const left = account?.usage.aiGenerations.remaining ?? 0;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (!generate.isPending) generate.mutate();
      }}
    >
      <Stack>
        <Textarea
          label="What should it look like and say?"
          placeholder="Dark and calm, with one big number and a photo of a bicycle at night. Short and friendly copy."
          description="10 to 2,000 characters"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={2000}
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
          data-autofocus
        />
        {replaces && (
          <Text c="dimmed">This replaces your unsaved code. Press Ctrl+Z in the editor to get it back.</Text>
        )}
        {generate.isPending && (
          <Text role="status" c="dimmed">
            Writing your page. This can take up to 30 seconds.
          </Text>
        )}
        {generate.isError && <ProblemView error={generate.error} />}
        <div className="dialog-actions">
          <Text size="sm" c="dimmed" className="aside">
            {`${count(left, 'AI page')} left this month`}
          </Text>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={generate.isPending} disabled={description.trim().length < 10}>
            Write page
          </Button>
        </div>
      </Stack>
    </form>
  );
}
