import { Alert } from '@mantine/core';
import { formatMoment } from '../components/format.ts';
import { CircleAlert } from '../design/icons.ts';

/** Says that a new account's templates are not sent yet. */
export const HeldNotice = ({ sentFrom }: { readonly sentFrom: string | undefined }) =>
  sentFrom === undefined ? null : (
    <Alert
      mb="md"
      icon={<CircleAlert size={18} />}
      title={`Your templates will be sent starting ${formatMoment(sentFrom)}`}
    >
      Because your account is new, people get the default emails until then. Test emails work now, and any
      payment ends the wait.
    </Alert>
  );
