import { useWaitlist, Waitlist } from '@anteroom/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

// What a server renders.
const address = { slug: 'rockets', baseUrl: 'https://anteroom.example' };
const Headless = () => createElement('p', null, useWaitlist(address).status);
const component = createElement(Waitlist, { ...address, askName: true, className: 'mine' }, 'Loading');
console.log(renderToString(createElement('main', null, component, createElement(Headless))));
