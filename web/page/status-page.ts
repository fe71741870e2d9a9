import { startStatus } from './status.ts';

startStatus(document.getElementById('status') as HTMLElement);
