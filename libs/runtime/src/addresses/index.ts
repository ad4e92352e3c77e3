export { HostRefused, resolveHost, type HostLookup, type HostPolicy } from './resolve-host.js';
