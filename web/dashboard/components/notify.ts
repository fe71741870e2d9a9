import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { toProblem } from '../api/problem.ts';
import { Check, CircleAlert } from '../design/icons.ts';

/** Shows a success notification. */
export const notify = (message: string): void => {
  notifications.show({ message, icon: createElement(Check, { size: 18 }) });
};

/** Shows an error notification, for actions without a form. */
export const notifyProblem = (error: unknown): void => {
  const problem = toProblem(error);
  notifications.show({
    title: problem.message,
    message: problem.resolution ?? '',
    icon: createElement(CircleAlert, { size: 18 }),
    className: 'toast-problem',
    autoClose: 10_000,
  });
};
