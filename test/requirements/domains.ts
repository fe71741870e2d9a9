import { requirements } from './requirement.ts';

const spec = { source: 'spec', status: 'built', issue: 3 } as const;
const contract = { source: 'contract', section: '6', status: 'built', issue: 3 } as const;

/** Spec 2, 3 and 4 and contract 2, 5 and 6: custom domains. */
export const domains = [
  ...requirements(
    { ...spec, section: '3' },
    {
      'domains.verifying-while-pending': 'The state is `verifying` while verification is pending.',
      'domains.slug-url-after-disconnect': '`/w/{slug}` keeps working after a domain is disconnected.',
    },
  ),
  ...requirements(
    { ...spec, section: '4' },
    {
      'domains.get-200': '`GET …/domain` answers 200 with the state and the required CNAME record.',
      'domains.connect-200': '`POST …/domain` answers 200 with the CNAME to create.',
      'domains.connect-needs-domain': '`POST …/domain` without `domain` is a 400.',
      'domains.registration-failed-422': '`POST …/domain` answers 422 when registration fails.',
      'domains.disconnect-200': '`DELETE …/domain` answers 200.',
    },
  ),
  ...requirements(
    { ...spec, section: '4.7' },
    {
      'domains.certificate-automatic':
        'The certificate of a registered domain is issued without further calls.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 18 },
    { 'domains.limit': 'An account has at most 50 domains; one more is a 422 `limit_reached`.' },
  ),
  ...requirements(contract, {
    'domains.object-shape':
      'The domain object is `{domain, state, cname: {type: "CNAME", name, value} | null, txt, reason, checkedAt}`.',
    'domains.states': 'The state is one of `none`, `verifying`, `active` and `failed`.',
    'domains.cname-value-fallback-origin': 'The `value` of the CNAME is `FALLBACK_ORIGIN`.',
    'domains.check-shape': '`?check=` answers `{domain, available, configured, cname, reason}`.',
    'domains.check-changes-nothing': '`?check=` changes nothing.',
    'domains.configured-public-cname':
      '`configured` says whether the public CNAME currently points to `value`.',
    'domains.not-registrable-400': 'A public suffix, or a name that is not public, is a 400.',
    'domains.below-our-own-400': 'A subdomain of our own host is a 400.',
    'domains.held-by-another-422':
      'A domain that is or was active for another account, or is connected to another waitlist of this one, is a 422.',
    'domains.held-by-another-changes-nothing': 'That 422 changes nothing.',
    'domains.same-again-200': 'Connecting the waitlist’s current domain again is a 200 with its state.',
    'domains.second-while-connected-422': 'Connecting another domain while one is connected is a 422.',
    'domains.none-after-delete': 'After DELETE the state is `none` and `domain` is null.',
    'domains.released-held-7-days': 'Nobody else can connect a domain for 7 days after it was active.',
    'domains.released-reconnected-by-last-account':
      'The account that released a domain can reconnect it during that time.',
    'domains.active-serves-page-at-root': 'An active domain serves the page at `/`.',
    'domains.local-active-after-2-seconds':
      'In the local run a name under `.test` goes from `verifying` to `active` after 2 seconds.',
    'domains.local-fail-422': 'In the local run `fail-*.test` answers 422.',
    'domains.delete-answers-object': 'Deleting a domain returns the domain object after the change.',
    'domains.concurrent-one-wins':
      'When concurrent calls of one account connect the same domain, exactly one succeeds; of several accounts, exactly one gets it.',
    'domains.unproven-claim-blocks-nobody':
      'A claim that was never active blocks no other account, connected or released.',
    'domains.txt-while-contested':
      'While several accounts claim one name, each sees a TXT record of its own, and otherwise null.',
    'domains.txt-decides': 'Only the claim whose TXT record is there becomes active.',
    'domains.local-oldest-wins':
      'In the local run the oldest of several claims becomes active, and the others fail with the reason.',
    'domains.capability-402': 'Connecting a domain needs a plan with `customDomain`; disconnecting does not.',
    'domains.reason-names-change': 'While a domain is not active, `reason` says what its owner must change.',
    'domains.waitlist-delete-disconnects': 'Deleting the waitlist disconnects its domain.',
    'domains.unknown-host-404':
      'A host that is not an active domain gets a plain 404 that does not mention us.',
    'domains.host-shows-page-only': 'A custom domain serves only the page of its waitlist.',
    'domains.signup-on-domain': 'Visitors can join on the custom domain, and their referral link uses it.',
  }),
] as const;
