/** The product's name, as people and agents read it. */
export const SERVICE_NAME = 'Anteroom';

/** Version of the API description (specification section 9). */
export const API_VERSION = '1.0.0';
