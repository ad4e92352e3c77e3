export { HostRefused, placesOf, resolveHost, type HostLookup, type HostPolicy } from './resolve-host.js';
