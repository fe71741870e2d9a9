/** The work that needs an HTML parser, loaded when a template is first checked or sent. */
export { findHtmlProblem } from './check-html.ts';
export { frameTemplate } from './frame-template.ts';
