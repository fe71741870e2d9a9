import { createHash } from 'node:crypto';
import { DockerImage, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { hashFiles } from '../build/bundle-function.ts';
import { BASE_URL_MARK } from '../build/embed-asset.ts';
import type { SiteFile } from '../build/site-file.ts';
import { writeFiles } from './api-function.ts';

export interface StaticSiteProps {
  readonly bucket: IBucket;
  /** By URL path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Written into the files that need it; known only at deployment. */
  readonly baseUrl: string;
  readonly logRetention: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
}

/**
 * Uploads the static files to their bucket, each under its URL path, with its type and caching. Files of earlier
 * versions stay, because pages loaded before the deployment still fetch them.
 *
 * S3 serves only a few headers, so the others are stored as object metadata, which `object-headers.js` turns back into
 * headers in CloudFront.
 */
export class StaticSite extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { bucket, files, baseUrl, logRetention, removalPolicy }: StaticSiteProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', { retention: logRetention, removalPolicy });
    for (const { name, file, members } of groupByHeaders(files)) {
      new BucketDeployment(this, name, {
        destinationBucket: bucket,
        sources: sourcesOf(members, baseUrl),
        prune: false,
        contentType: file.contentType,
        cacheControl: [CacheControl.fromString(file.cacheControl)],
        metadata: { ...file.headers },
        memoryLimit: 512,
        logGroup,
      });
    }
    this.acknowledge(bucket);
  }

  /** CDK's own copy function, one per stack. */
  private acknowledge(bucket: IBucket): void {
    const stack = Stack.of(this);
    const copier = stack.node.children.find(child => child.node.id.startsWith('Custom::CDKBucketDeployment'));
    if (!copier) return;
    const reason =
      'CDK’s function that copies files to the bucket: it may read staged assets and write to this bucket only.';
    const bucketId = stack.getLogicalId(bucket.node.defaultChild as never);
    const assets = `cdk-hnb659fds-assets-<AWS::AccountId>-${stack.region}`;
    Validations.of(copier).acknowledge(
      { id: 'AwsSolutions-L1', reason: 'CDK chooses the runtime of its own function.' },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason:
          'CDK’s own function, which runs only at deployment, with the usual permission to write its log.',
      },
      ...[
        'Action::s3:GetBucket*',
        'Action::s3:GetObject*',
        'Action::s3:List*',
        'Action::s3:Abort*',
        'Action::s3:DeleteObject*',
        `Resource::<${bucketId}.Arn>/*`,
        `Resource::arn:${stack.partition}:s3:::${assets}/*`,
      ].map(finding => ({ id: `AwsSolutions-IAM5[${finding}]`, reason })),
    );
  }
}

interface FileGroup {
  readonly name: string;
  /** Any file of the group: they differ only in their bodies. */
  readonly file: SiteFile;
  readonly members: ReadonlyMap<string, Buffer>;
}

/**
 * Groups files by their headers; a deployment sets the same headers on all its files. They are copied by way of a folder, which
 * cannot have both `docs` and `docs/webhooks`.
 */
function groupByHeaders(files: ReadonlyMap<string, SiteFile>): FileGroup[] {
  const paths = [...files.keys()];
  const isFolder = (path: string) => paths.some(other => other.startsWith(`${path}/`));
  const depthOf = (path: string) => (isFolder(path) ? [path.split('/').length] : []);
  const groups = Map.groupBy([...files].sort(), ([path, { contentType, cacheControl, headers }]) =>
    JSON.stringify([contentType, cacheControl, headers ?? {}, ...depthOf(path)]),
  );
  return [...groups].flatMap(([key, members]) => {
    const [first] = members;
    if (!first) return [];
    // A name derived from the headers, so that a changed file updates its deployment instead of adding one.
    const name = `Files${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
    return [
      { name, file: first[1], members: new Map(members.map(([path, { body }]) => [path.slice(1), body])) },
    ];
  });
}

function sourcesOf(files: ReadonlyMap<string, Buffer>, baseUrl: string): ISource[] {
  const [marked, plain] = [true, false].map(
    isMarked => new Map([...files].filter(([, body]) => body.includes(BASE_URL_MARK) === isMarked)),
  );
  return [
    ...(plain?.size ? [sourceOf(plain)] : []),
    ...[...(marked ?? [])].map(([path, body]) =>
      Source.data(path, body.toString().replaceAll(BASE_URL_MARK, baseUrl)),
    ),
  ];
}

function sourceOf(files: ReadonlyMap<string, Buffer>): ISource {
  return Source.asset(import.meta.dirname, {
    assetHash: hashFiles(files),
    bundling: {
      image: DockerImage.fromRegistry('none'),
      local: { tryBundle: folder => writeFiles(folder, files) },
    },
  });
}
