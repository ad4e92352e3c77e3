export { HostRefused, hostName, resolveHost, type HostLookup, type HostPolicy } from './resolve-host.js';
