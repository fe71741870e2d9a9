export function tidyPath(path: string): string;
export function documentAt(path: string, accept: string): string;
export function isPage(method: string, path: string): boolean;
