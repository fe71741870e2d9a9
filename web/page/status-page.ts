import { startStatus } from './status.ts';

// The server says what became of it.
startStatus(document.getElementById('status') as HTMLElement, { onGone: () => location.reload() });
