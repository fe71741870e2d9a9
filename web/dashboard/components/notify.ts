import { notifications } from '@mantine/notifications';
import { toProblem } from '../api/problem.ts';

/** Shows a success notification. */
export const notify = (message: string): void => {
  notifications.show({ message, color: 'teal', withBorder: true });
};

/** Shows an error notification, for actions without a form. */
export const notifyProblem = (error: unknown): void => {
  const problem = toProblem(error);
  notifications.show({
    title: problem.message,
    message: problem.resolution ?? '',
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
  });
};
