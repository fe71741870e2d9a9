import { GuideLink } from '../components/guide-link.tsx';
import { ShownOnce } from '../components/shown-once.tsx';

/** A signing secret, which is shown only once. */
export const NewSecret = ({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) => (
  <ShownOnce
    noun="secret"
    label="Signing secret"
    secret={secret}
    warning={{ title: 'Copy the secret now', text: 'You won’t be able to see it again.' }}
    onDone={onDone}
  >
    <p className="quiet">
      We sign every event with it, so that you can tell our requests from forged ones. Before you use an
      event, check its signature. <GuideLink to="webhooks#nodejs">See how to verify webhooks</GuideLink>
    </p>
  </ShownOnce>
);
