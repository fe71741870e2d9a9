import { Link } from '@tanstack/react-router';
import { ArrowLeft } from '../design/icons.ts';

/** Leads from one integration to all of a waitlist. */
export const BackToIntegrations = ({ id }: { readonly id: string }) => (
  <Link to="/waitlists/$id/integrations" params={{ id }} className="back">
    <ArrowLeft size={15} aria-hidden />
    <span>All integrations</span>
  </Link>
);
