import { Alert, Button, Group, PasswordInput, SegmentedControl, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Input, type Output } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { accountQuery, type DatabaseStatus, databaseQuery } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { formatDay } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { Check } from '../design/icons.ts';
import { PlanNotice } from './plan-notice.tsx';

export const NAMES = { internal: 'Anteroom', postgres: 'Postgres', mysql: 'MySQL' } as const;

/** Where the names and emails of new signups are stored. */
export function DatabaseSection({ id }: { readonly id: string }) {
  const query = useQuery(databaseQuery(id));
  const { data: account } = useQuery(accountQuery);
  return (
    <Section
      title="Database"
      lead="Stores the names and emails of new signups in your own Postgres or MySQL database instead of in Anteroom."
    >
      <Loaded query={query}>
        {status => (
          <Stack>
            {status.dbType !== 'internal' && <Attached id={id} status={status} />}
            {account?.capabilities.database ? (
              <ConnectForm id={id} isAttached={status.dbType !== 'internal'} />
            ) : (
              <PlanNotice what="External databases" />
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Attached({ id, status }: { readonly id: string; readonly status: DatabaseStatus }) {
  const queries = useQueryClient();
  const detach = useMutation({
    mutationFn: () => call('disconnect_database', { id }),
    onSuccess(next) {
      queries.setQueryData(databaseQuery(id).queryKey, next);
      notify('Disconnected. New signups are stored in Anteroom again.');
    },
  });
  return (
    <Alert
      color="teal"
      icon={<Check size={18} />}
      title={`Signups are stored in your ${NAMES[status.dbType]} database`}
    >
      <p>
        Table <code>{status.tableName}</code>
        <span>{status.attachedAt ? `, connected ${formatDay(status.attachedAt)}.` : '.'}</span>
      </p>
      <ConfirmButton
        button={{ mt: 'sm', size: 'xs' }}
        title="Disconnect your database?"
        action="Disconnect database"
        mutation={detach}
        onConfirm={detach.mutate}
      >
        <p>
          New signups will be stored in Anteroom again. The rows in <strong>{status.tableName}</strong> stay
          in your database. People stored only there keep their places in line, but aren’t listed here until
          you reconnect it.
        </p>
      </ConfirmButton>
    </Alert>
  );
}

function Works({
  dbType,
  serverVersion,
  tableName,
}: Extract<Output<'connect_database'>, { serverVersion: string }>) {
  return (
    <Alert color="teal" icon={<Check size={18} />} title="The connection works">
      <span>{`${NAMES[dbType]} ${serverVersion}`}</span>. Signups will be stored in <code>{tableName}</code>.
    </Alert>
  );
}

function ConnectForm({ id, isAttached }: { readonly id: string; readonly isAttached: boolean }) {
  const queries = useQueryClient();
  const form = useForm<Pick<Input<'connect_database'>, 'dbType' | 'connectionString'>>({
    initialValues: { dbType: 'postgres', connectionString: '' },
    validate: { connectionString: value => (value.trim() === '' ? 'Enter a connection string' : null) },
  });
  const onError = (error: unknown) => form.setErrors(toProblem(error).fields());
  const connect = (testOnly: boolean) => {
    const { dbType, connectionString } = form.values;
    return call('connect_database', { id, dbType, connectionString: connectionString.trim(), testOnly });
  };
  const test = useMutation({ mutationFn: () => connect(true), onError });
  const attach = useMutation({
    mutationFn: () => connect(false),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: databaseQuery(id).queryKey });
      form.reset();
      test.reset();
      notify('Connected. New signups are stored in your database.');
    },
    onError,
  });
  const isBusy = test.isPending || attach.isPending;
  function start(action: typeof test | typeof attach): void {
    if (form.validate().hasErrors || isBusy) return;
    test.reset();
    attach.reset();
    action.mutate();
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        start(attach);
      }}
    >
      <Stack>
        <SegmentedControl
          aria-label="Database type"
          className="start"
          data={[
            { value: 'postgres', label: 'Postgres' },
            { value: 'mysql', label: 'MySQL' },
          ]}
          {...form.getInputProps('dbType')}
        />
        <PasswordInput
          label={isAttached ? 'New connection string' : 'Connection string'}
          description="Encrypted; never shown again."
          placeholder={`${form.values.dbType}://user:password@db.example.com/app`}
          autoComplete="off"
          maxLength={2000}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the connection string' }}
          {...form.getInputProps('connectionString')}
        />
        <div aria-live="polite" className="live">
          {test.data && 'serverVersion' in test.data && <Works {...test.data} />}
          <FormProblem form={form} error={attach.error ?? test.error} />
        </div>
        <Group gap="xs" justify="flex-end">
          <Button
            variant="default"
            loading={test.isPending}
            disabled={attach.isPending}
            onClick={() => start(test)}
          >
            Test connection
          </Button>
          <Button type="submit" loading={attach.isPending} disabled={test.isPending}>
            {isAttached ? 'Replace connection' : 'Connect database'}
          </Button>
        </Group>
        <UnsavedGuard when={form.values.connectionString !== ''} />
      </Stack>
    </form>
  );
}
