import {
  AGENT_PATH,
  AUTHORIZATION_SERVER_PATH,
  OAUTH_PATHS,
  PROTECTED_RESOURCE_PATH,
} from '../../core/oauth/addresses.ts';

/** Routes of the authorization server: its metadata, what apps call, and what people see. */
export const OAUTH_ROUTES = {
  documents: [AUTHORIZATION_SERVER_PATH, PROTECTED_RESOURCE_PATH].flatMap(path => [
    `GET ${path}`,
    // Clients also look for both documents under the endpoint's path.
    `GET ${path}${AGENT_PATH}`,
  ]),
  preflights: [
    AUTHORIZATION_SERVER_PATH,
    `${AUTHORIZATION_SERVER_PATH}${AGENT_PATH}`,
    PROTECTED_RESOURCE_PATH,
    `${PROTECTED_RESOURCE_PATH}${AGENT_PATH}`,
    OAUTH_PATHS.token,
    OAUTH_PATHS.register,
    OAUTH_PATHS.revoke,
  ].map(path => `OPTIONS ${path}`),
  programs: [OAUTH_PATHS.token, OAUTH_PATHS.register, OAUTH_PATHS.revoke].map(path => `POST ${path}`),
  people: [
    `GET ${OAUTH_PATHS.authorize}`,
    `GET ${OAUTH_PATHS.authorize}/{uid}`,
    `GET ${OAUTH_PATHS.consent}/{uid}`,
    `POST ${OAUTH_PATHS.consent}/{uid}`,
  ],
} as const;
