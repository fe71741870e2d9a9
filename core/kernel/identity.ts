export const SERVICE_NAME = 'Anteroom';

/** Version of the API (specification section 9). */
export const API_VERSION = '1.0.0';
