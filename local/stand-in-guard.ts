import type { IncomingHttpHeaders } from 'node:http';
import { createHostCheck } from './http/host.ts';

const isOwnHost = createHostCheck('http://localhost');

/**
 * Whether a request to a stand-in of AWS can be one of this server's own. Stand-ins check no credentials; what a page of a
 * stranger has a browser send here bears the page's origin, or a name of the stranger's own that leads here.
 */
export const isOwnRequest = ({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  isOwnHost(host) && origin === undefined && site === undefined;

/** Misdirected Request. */
export const NOT_OURS = 421;
