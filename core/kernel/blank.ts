/** Characters that show nothing: spaces, controls, joiners, fillers, and two signs that are drawn without ink. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;
const AT_THE_ENDS = new RegExp(`^${INVISIBLE.source}+|${INVISIBLE.source}+$`, 'gu');

/** Whether readers see nothing of a text. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** Without what shows nothing at either end. Takes quadratic time: for short texts. */
export const trimInvisible = (text: string): string => text.replace(AT_THE_ENDS, '');
