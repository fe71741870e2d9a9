import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../adapters/s3/client.ts';
import { STAND_IN_AWS, startAwsServices } from '../../local/aws-services.ts';
import { answerParent } from '../child.ts';

/** Reads a body and writes it to the stand-in of S3: no key, no form, no look at what it is, no row, no staging. */
answerParent<{ readonly folder: string }, { port: number }>(async ({ folder }) => {
  const aws = await startAwsServices(folder);
  const s3 = createS3Client({ region: STAND_IN_AWS.AWS_REGION, endpoint: aws.endpoint });
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    await s3.send(new PutObjectCommand({ Bucket: aws.bucket, Key: `bare/${++count}`, Body: body }));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port };
});
