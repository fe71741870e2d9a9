import { config } from 'zod';

// A function parses a few inputs and is gone: what zod would compile for each schema costs more than it saves. Imported before
// every schema, because each is made with or without it.
config({ jitless: true });
