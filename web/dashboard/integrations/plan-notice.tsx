import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OnePayment } from '../billing/one-payment.tsx';
import { CircleAlert } from '../design/icons.ts';

/** Why something cannot be set up on this plan. What was set up before still stands above it. */
export const PlanNotice = ({ what }: { readonly what: string }) => (
  <Alert color="yellow" variant="light" icon={<CircleAlert size={18} />} title={`${what} come with Pro`}>
    <OnePayment product="pro" what="for all your waitlists" />
    <Button component={Link} to="/billing" size="xs" mt="sm">
      See Pro
    </Button>
  </Alert>
);
