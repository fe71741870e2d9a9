/** As they are in the code of the edge, which imports nothing. */
export const LANGUAGES: readonly string[];
export function tidyLanguages(header: string): string;
