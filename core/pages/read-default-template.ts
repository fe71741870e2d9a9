import { defaultPageCode } from './default-template.ts';

/** The default template where it is seldom wanted: a function can be loaded when it is first called (ADR 0012). */
export const readDefaultTemplate = (): string => defaultPageCode;
