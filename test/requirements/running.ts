import { requirements } from './requirement.ts';

/** Contract 1: the local run, the admin command, the kept mail. */
export const running = [
  ...requirements(
    { source: 'contract', section: '1', status: 'built', issue: 2 },
    {
      'run.npm-start-serves': '`npm start` starts the whole service on this machine without further setup.',
      'run.port-setting': '`PORT` chooses the port; without it the service listens on 3000.',
      'run.base-url-setting': 'Urls are built from `BASE_URL`; without it, `http://localhost:$PORT`.',
      'run.data-dir-setting': 'All data is stored in `DATA_DIR`; without it, in `.anteroom/`.',
      'run.database-url-setting': 'With `DATABASE_URL`, the service uses that Postgres.',
      'run.embedded-postgres-by-default':
        'Without `DATABASE_URL` it starts an embedded Postgres under `DATA_DIR`.',
      'run.loopback-unless-host': 'It listens on loopback only, unless `HOST` is set.',
      'run.restart-keeps-everything': 'After a restart on the same `DATA_DIR`, all data is still there.',
      'run.upgrades':
        'A database of any earlier release is upgraded at the start: what is stored is kept and works.',
      'run.rotate-digest-key':
        'After a leak, a new digest key makes links and codes; everybody stays recognized, and nobody who stopped email is mailed again.',
      'run.follow-signup': '`ops/follow-signup` shows what happened to a signup, and changes nothing.',
      'run.sigint-stops-everything': 'Ctrl-C stops every process it started.',
      'run.sigterm-stops-everything': 'SIGTERM stops every process it started.',
      'run.first-start-account': 'The first start creates `owner@anteroom.test` on plan `pro`.',
      'run.first-start-key-all-scopes': 'The first start gives that account an API key with every scope.',
      'run.first-start-key-file': 'The first start writes the key to `DATA_DIR/api-key`, mode 0600.',
      'run.first-start-sample-waitlist': 'The first start creates a sample waitlist with the slug `hello`.',
      'run.first-start-prints-page': 'The first start prints the url of the sample page.',
      'run.first-start-prints-dashboard': 'The first start prints the url of the dashboard.',
      'run.first-start-prints-docs': 'The first start prints the url of the docs.',
      'run.first-start-prints-curl': 'The first start prints a `curl` that works when pasted.',
      'run.npm-test-needs-no-service': '`npm test` passes on a fresh machine with no service running.',
      'admin.one-json-object-on-stdout':
        'An admin command that succeeds prints exactly one JSON object on stdout.',
      'admin.errors-json-on-stderr-exit-1':
        'An admin command that fails prints JSON on stderr and exits with status 1.',
      'admin.works-on-database-url': 'With `DATABASE_URL` the admin command works on that database.',
      'admin.works-while-server-runs':
        'The admin command works on the embedded database of `DATA_DIR` while the server is running.',
      'admin.works-while-server-stopped':
        'The admin command works on the embedded database of `DATA_DIR` while no server is running.',
      'admin.account-create': '`account create --email E` creates an account.',
      'admin.account-create-plan': '`account create` takes `--plan free` or `--plan pro`.',
      'admin.account-set-plan':
        '`account set-plan --email E --plan free|pro` changes the plan of an account.',
      'admin.key-create':
        '`key create --email E --scopes a,b` creates a working key with exactly those scopes.',
      'admin.key-create-scopes-all': '`key create --scopes all` creates a key with every scope.',
      'admin.key-create-name': '`key create --name N` names the key.',
      'admin.key-create-answer': '`key create` prints `{id, key, prefix, scopes}`.',
      'admin.key-revoke': '`key revoke --id ID` revokes the key.',
      'admin.waitlist-license': '`waitlist license --id ID` licenses the waitlist of that uuid.',
      'admin.waitlist-license-by-slug': '`waitlist license --id SLUG` licenses the waitlist of that slug.',
      'mail.every-message-kept': 'The local run keeps every email that the service sends.',
      'mail.page': '`GET /_local/mail` shows the kept messages on a page.',
      'mail.json-shape':
        '`GET /_local/mail.json` answers `{messages: [{id, to, from, subject, html, text, sentAt}]}`.',
      'mail.headers':
        '`GET /_local/mail.json` shows the headers of each message, `{name: value}` (contract 5).',
      'mail.newest-first': 'The kept messages are listed newest first.',
      'mail.kept-over-restart': 'Kept messages survive a restart.',
      'mail.routes-only-in-local-run': 'Routes under `/_local/` exist in the local run and nowhere else.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 21 },
    { 'admin.help': '`--help` explains every command, its options, and the scopes.' },
  ),
  ...requirements(
    { source: 'beyond', section: '0', status: 'built', issue: 34 },
    {
      'admin.account-list': 'Accounts are listed and searched; emails are printed only with `--emails`.',
      'admin.account-show': 'An account is shown with its plan, its limits, and what it uses.',
      'admin.jobs':
        'Parked jobs are listed with their errors, retried, and dropped, except those whose work must be done.',
      'admin.signup-show':
        'The path of a signup is shown with its times, from the email or the entry, without personal data.',
      'admin.deployed': 'On the database of a deployment, an admin command changes no schema.',
    },
  ),
] as const;
