import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../adapters/s3/client.ts';
import { BUCKET, startS3 } from '../../local/stand-ins/s3.ts';
import { REGION } from '../../local/stand-ins/stand-in.ts';
import { answerParent } from '../child.ts';

/** Writes a body to the S3 stand-in: no key, form, type detection, row, or staging. */
answerParent<{ readonly folder: string }, { port: number }>(async ({ folder }) => {
  const { endpoint } = await startS3(folder);
  const s3 = createS3Client({ region: REGION, endpoint });
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: `bare/${++count}`, Body: body }));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port };
});
