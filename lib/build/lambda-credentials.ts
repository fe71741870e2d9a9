// Lambda passes credentials in the environment, so the SDK's other sources (files, SSO, metadata) are left out of the
// bundle.
export {
  fromEnv as defaultProvider,
  fromEnv as fromNodeProviderChain,
} from '@aws-sdk/credential-provider-env';
