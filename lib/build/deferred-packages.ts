import { join, relative } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Packages and files of ours that most requests never use, with the exports we call. Each becomes a file beside the
 * function, loaded on the first call to one of its exports (ADR 9). Importing an export that is not listed fails the build.
 */
export const DEFERRED: Readonly<Record<string, readonly string[]>> = {
  'adapters/customer-database/mysql/driver.ts': ['createConnection', 'cachingSha2Password'],
  'core/announcements/announcement-email.ts': ['renderAnnouncement'],
  'core/email-templates/compose-confirmation.ts': ['composeConfirmation'],
  'core/email-templates/confirmation-email.ts': ['renderConfirmationTemplate', 'renderConfirmation'],
  'core/email-templates/start-email.ts': ['writeStartEmail'],
  'core/email/check-html.ts': ['findHtmlProblem', 'showsVariable'],
  'core/email/frame-template.ts': ['frameTemplate'],
  'core/waitlists/plan-runs.ts': ['isTimeZone', 'nextRun', 'runsAfter'],
  'core/invitations/compose-invitation.ts': ['composeInvitation'],
  'core/email/html-parser.ts': ['parseHtml', 'serializeInside'],
  'core/languages/english-texts.ts': ['englishTexts'],
  'core/languages/other-texts.ts': ['otherTexts'],
  'core/page-code/page-parser.ts': ['readPageCode', 'checkPageCode'],
  'core/page-code/page-scopes.ts': ['findGlobalUses'],
  'core/page-code/templates/templates.ts': ['pageCodeOf', 'servedCode', 'compactTemplate'],
  'core/pages/render-template.ts': ['firstViewOf'],
  'core/referrals/compose-moved-up.ts': ['composeMovedUp'],
  'core/referrals/disposable-domains.ts': ['isDisposable'],
  'core/signups/compose-confirm-address.ts': ['composeConfirmAddress'],
  'lambdas/account/api-description.ts': ['listEndpoints', 'describeApi', 'listRouteKeys'],
  '@aws-sdk/client-bedrock-runtime': ['BedrockRuntimeClient', 'ConverseCommand'],
  '@aws-sdk/client-cloudfront': [
    'CloudFrontClient',
    'CreateDistributionTenantCommand',
    'DeleteDistributionTenantCommand',
    'GetDistributionTenantByDomainCommand',
    'GetDistributionTenantCommand',
    'GetManagedCertificateDetailsCommand',
    'UpdateDistributionTenantCommand',
  ],
  '@aws-sdk/client-kms': ['KMSClient', 'GenerateDataKeyCommand', 'DecryptCommand'],
  '@aws-sdk/client-lambda': ['LambdaClient', 'InvokeCommand'],
  '@aws-sdk/client-s3': [
    'S3Client',
    'GetObjectCommand',
    'PutObjectCommand',
    'DeleteObjectCommand',
    'DeleteObjectsCommand',
  ],
  '@aws-sdk/client-secrets-manager': ['SecretsManagerClient', 'GetSecretValueCommand'],
  '@aws-sdk/client-sesv2': [
    'SESv2Client',
    'SendEmailCommand',
    'GetAccountCommand',
    'CreateEmailIdentityCommand',
    'DeleteEmailIdentityCommand',
    'GetEmailIdentityCommand',
    'PutEmailIdentityMailFromAttributesCommand',
  ],
  '@aws-sdk/client-sqs': ['SQSClient', 'SendMessageCommand'],
  '@sindresorhus/slugify': ['default'],
  'acorn-walk': ['simple', 'full'],
  'find-my-way': ['default'],
  'html-to-text': ['convert'],
  stripe: ['default'],
  tldts: ['parse'],
};

const NAMESPACE = 'deferred';
const fileOf = (name: string): string => `deferred/${name.replace(/^@|\.ts$/g, '').replaceAll('/', '-')}.cjs`;

/** An export that loads its package when called. */
function standIn(exported: string): string {
  const body = exported.endsWith('Client')
    ? // SDK clients are created at startup, so load them on the first send.
      `let client; return { send: (...request) => (client ??= new (load().${exported})(...args)).send(...request) };`
    : `return new.target ? new (load().${exported})(...args) : load().${exported}(...args);`;
  return `function ${exported}_(...args) { ${body} }\nexport { ${exported}_ as ${exported} };`;
}

/** Replaces deferred packages with exports that load them on demand. */
export const deferPackages: Plugin = {
  name: 'defer-packages',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/deferred\// }, ({ path }) => ({ path, external: true }));
    builder.onResolve({ filter: /^[@a-z.]/ }, ({ path, namespace, resolveDir }) => {
      const name = path.startsWith('.') ? relative(ROOT, join(resolveDir, path)) : path;
      return namespace !== NAMESPACE && Object.hasOwn(DEFERRED, name)
        ? { path: name, namespace: NAMESPACE }
        : undefined;
    });
    builder.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: [
        `let loaded;`,
        `const load = () => (loaded ??= require('./${fileOf(path)}'));`,
        ...(DEFERRED[path] ?? []).map(standIn),
      ].join('\n'),
      loader: 'js',
    }));
  },
};

/** The deferred packages among the inputs of a bundle. */
export const deferredIn = (inputs: readonly string[]): string[] =>
  inputs
    .filter(input => input.startsWith(`${NAMESPACE}:`))
    .map(input => input.slice(NAMESPACE.length + 1))
    .sort();

type DeferredFile = readonly [path: string, code: Buffer];

/** Built once per process, because most functions defer the same packages. */
const built = new Map<string, Promise<DeferredFile>>();

/** Bundles one deferred package or file. @returns its path beside the function, and its code */
export function bundleDeferred(name: string, options: BuildOptions): Promise<DeferredFile> {
  const file = built.get(name) ?? buildDeferred(name, options);
  built.set(name, file);
  return file;
}

async function buildDeferred(name: string, options: BuildOptions): Promise<DeferredFile> {
  const { outputFiles } = await build({
    ...options,
    stdin: {
      contents: `export { ${(DEFERRED[name] ?? []).join(', ')} } from '${name.endsWith('.ts') ? `./${name}` : name}';`,
      resolveDir: options.absWorkingDir ?? '',
      sourcefile: `${name}.js`,
    },
    write: false,
    format: 'cjs',
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild returned no output for ${name}`);
  return [fileOf(name), Buffer.from(output.contents)];
}
