import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toProblem } from '../api/problem.ts';
import { CircleAlert, RotateCw } from '../design/icons.ts';

/** An error: what happened, what helps, and a retry button. */
export function ProblemView({
  error,
  onRetry,
  title,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly title?: string | undefined;
}) {
  const problem = toProblem(error);
  return (
    <Alert role="alert" color="red" icon={<CircleAlert size={18} />} title={title ?? problem.message}>
      {title && <Text size="sm">{problem.message}</Text>}
      {problem.resolution && <Text size="sm">{problem.resolution}</Text>}
      {problem.status >= 500 && problem.requestId && (
        <Text size="xs" mt={4}>
          Request ID: <code>{problem.requestId}</code>
        </Text>
      )}
      {(onRetry || problem.upgradePath) && (
        <Group gap="xs" mt="sm">
          {problem.upgradePath && (
            <Button size="xs" component={Link} to={problem.upgradePath.replace(/^\/dashboard/, '') || '/'}>
              See pricing
            </Button>
          )}
          {onRetry && (
            <Button size="xs" variant="default" leftSection={<RotateCw size={14} />} onClick={onRetry}>
              Try again
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}
