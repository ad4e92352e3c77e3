import { Check, expected } from './check.js';
import { hasAtMost } from './is-text.js';

const URL_CHARACTERS = 2000;

export function IsEndpointUrl(): PropertyDecorator {
  const schema = { type: 'string', maxLength: URL_CHARACTERS };
  const message = 'expected an http or https URL such as https://models.example/v1, without credentials or parameters';
  return Check('isEndpointUrl', { find: (value) => expected(isEndpointUrl(value), message), schema });
}

function isEndpointUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !hasAtMost(value, URL_CHARACTERS)) return false;
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username === '' && url.password === '' && !/[?#\s]/.test(value);
}
