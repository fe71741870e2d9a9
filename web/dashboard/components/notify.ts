import { notifications } from '@mantine/notifications';
import { toProblem } from '../api/problem.ts';

/** Says that something worked. */
export const notify = (message: string): void => {
  notifications.show({ message, color: 'teal', withBorder: true });
};

/** Says that something failed, where there is no form to say it in. */
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
