import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../edge', file), 'utf8');

/** The code of a CloudFront Function of viewer requests. CloudFront knows no modules, so it begins with what they share. */
export const viewerRequestCode = (file: string): string =>
  `${read('tidy-path.js').replace(/^export .*$/m, '')}${read(file)}`;
