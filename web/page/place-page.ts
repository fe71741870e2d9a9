import { startPlace } from './place.ts';

// The server says what became of it.
startPlace(document.getElementById('place') as HTMLElement, { onGone: () => location.reload() });
