import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compileAtOnce } from './compile-at-once.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What of a package is used, and so can be loaded at its first use. */
interface DeferredPackage {
  readonly functions?: readonly string[];
  /** Made with `new`, used as they are. */
  readonly classes?: readonly string[];
  /** An SDK client: made early, and loaded when it first sends. */
  readonly client?: string;
}

/**
 * Packages that most requests never reach: what takes the whole registry to answer, the router of what no route takes, the parser of page code, the template of a page
 * without code, the tables by
 * which names become slugs, and the SDK clients of what only a signup needs. They stand in files of their own beside the function, and are read when
 * they are first called, so that a cold start does not pay for them. A name that is missing here fails the build.
 */
const DEFERRED: Readonly<Record<string, DeferredPackage>> = {
  'find-my-way': { functions: ['default'] },
  '#api-description': { functions: ['listEndpoints', 'describeApi', 'listRouteKeys'] },
  '#default-template': { functions: ['readDefaultTemplate'] },
  '#mysql-driver': { functions: ['createConnection', 'cachingSha2Password'] },
  '#page-parser': { functions: ['readPageCode', 'checkPageCode'] },
  'acorn-walk': { functions: ['simple', 'full'] },
  '@sindresorhus/slugify': { functions: ['default'] },
  stripe: { classes: ['default'] },
  parse5: { functions: ['parse'] },
  saxes: { classes: ['SaxesParser'] },
  busboy: { functions: ['default'] },
  'html-to-text': { functions: ['convert'] },
  '@aws-sdk/client-bedrock-runtime': { client: 'BedrockRuntimeClient', classes: ['ConverseCommand'] },
  '@aws-sdk/client-kms': { client: 'KMSClient', classes: ['GenerateDataKeyCommand', 'DecryptCommand'] },
  '@aws-sdk/client-lambda': { client: 'LambdaClient', classes: ['InvokeCommand'] },
  '@aws-sdk/client-s3': {
    client: 'S3Client',
    classes: ['GetObjectCommand', 'PutObjectCommand', 'DeleteObjectCommand', 'DeleteObjectsCommand'],
  },
  tldts: { functions: ['parse'] },
  '@aws-sdk/client-cloudfront': {
    client: 'CloudFrontClient',
    classes: [
      'CreateDistributionTenantCommand',
      'DeleteDistributionTenantCommand',
      'GetDistributionTenantByDomainCommand',
      'GetDistributionTenantCommand',
      'GetManagedCertificateDetailsCommand',
      'UpdateDistributionTenantCommand',
    ],
  },
  '@aws-sdk/client-sesv2': { client: 'SESv2Client', classes: ['SendEmailCommand'] },
  '@aws-sdk/client-sqs': { client: 'SQSClient', classes: ['SendMessageCommand'] },
  '@aws-sdk/client-secrets-manager': { client: 'SecretsManagerClient', classes: ['GetSecretValueCommand'] },
};

const NAMESPACE = 'deferred';
const fileOf = (name: string): string => `deferred/${name.replace(/^[#@]/, '').replaceAll('/', '-')}.cjs`;

/** A module with the exports of a package, which loads the package when one of them is first called. */
function standIn(name: string, { functions = [], classes = [], client }: DeferredPackage): string {
  const lines = [
    `let loaded;`,
    `const load = () => (loaded ??= require(${JSON.stringify(`./${fileOf(name)}`)}));`,
  ];
  const declare = (exported: string, local: string) =>
    exported === 'default' ? `export default ${local};` : `export { ${local} as ${exported} };`;
  functions.forEach((exported, index) => {
    lines.push(
      `const function${index} = (...args) => load().${exported}(...args);`,
      declare(exported, `function${index}`),
    );
  });
  classes.forEach((exported, index) => {
    lines.push(
      `function Class${index}(...args) { return new (load().${exported})(...args); }`,
      declare(exported, `Class${index}`),
    );
  });
  if (client) {
    lines.push(
      `function Client(...args) { let client; return { send: (...request) => (client ??= new (load().${client})(...args)).send(...request) }; }`,
      declare(client, 'Client'),
    );
  }
  return lines.join('\n');
}

/** Replaces the deferred packages of a bundle by their stand-ins. */
export const deferPackages: Plugin = {
  name: 'defer-packages',
  setup(builder) {
    builder.onResolve({ filter: /^[#@a-z]/ }, ({ path, namespace }) =>
      namespace !== NAMESPACE && Object.hasOwn(DEFERRED, path) ? { path, namespace: NAMESPACE } : undefined,
    );
    builder.onResolve({ filter: /^\.\/deferred\// }, ({ path }) => ({ path, external: true }));
    builder.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: standIn(path, DEFERRED[path] ?? {}),
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

/** Those of this process: most functions leave the same ones for later. */
const bundled = new Map<string, ReturnType<typeof bundleOne>>();

/** Bundles one deferred package into the file that its stand-in loads. @returns its path beside the function, and its code */
export function bundleDeferred(
  name: string,
  plugins: Plugin[],
): Promise<readonly [path: string, code: Buffer]> {
  const known = bundled.get(name) ?? bundleOne(name, plugins);
  bundled.set(name, known);
  return known;
}

async function bundleOne(name: string, plugins: Plugin[]): Promise<readonly [path: string, code: Buffer]> {
  const { functions = [], classes = [], client } = DEFERRED[name] ?? {};
  const names = [...functions, ...classes, ...(client ? [client] : [])];
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(', ')} } from '${name}';`,
      resolveDir: ROOT,
      sourcefile: `${name}.js`,
    },
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    conditions: ['module', 'node'],
    charset: 'utf8',
    plugins,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild made nothing of ${name}`);
  return [fileOf(name), Buffer.from(compileAtOnce(output.text, 'commonjs'))];
}
