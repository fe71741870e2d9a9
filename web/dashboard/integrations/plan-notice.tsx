import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OnePayment } from '../billing/one-payment.tsx';
import { CircleAlert } from '../design/icons.ts';

/** Says that something needs Pro. */
export const PlanNotice = ({ what }: { readonly what: string }) => (
  <Alert icon={<CircleAlert size={18} />} title={`${what} are part of Pro`}>
    <OnePayment product="pro" what="Covers all your waitlists." />
    <Button component={Link} to="/billing" size="xs" mt="sm">
      Upgrade to Pro
    </Button>
  </Alert>
);
