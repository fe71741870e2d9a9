/** What shows nothing: spaces, controls, joiners, fillers, and two signs that are drawn without ink. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** Whether readers see nothing of a text. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';
