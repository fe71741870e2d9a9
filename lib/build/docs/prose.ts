import { escapeHtml } from '../../../core/markup/escape.ts';

/** Escaped text, with `code` between backticks. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
