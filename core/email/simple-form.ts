/** The meta element in which the dashboard keeps the form that made a template. It is not sent. */
export const SIMPLE_FORM = 'anteroom-simple';
