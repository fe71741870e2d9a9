import { startPlace } from './place.ts';

// On a page of its own, the server explains why the place is gone; the shell forgets it.
startPlace(document.getElementById('place') as HTMLElement, { onGone: () => location.reload() });
