const HIDDEN = '***';

const CREDENTIALS = /(:\/\/)[^\s/"'@:]*:[^\s/"'@]*@/g;
const SECRET_NAME = '[\\w.%-]{0,40}(?:pass|pwd|secret|token)[\\w.%-]{0,40}';
const PARAMETER = new RegExp(`([?&]${SECRET_NAME}=)[^\\s&#"'\\\\<>]+`, 'gi');
const NAME = new RegExp(`^${SECRET_NAME}$`, 'i');

export function isSecretParameter(name: string): boolean {
  return NAME.test(name);
}

/** Hides `user:password@` and values of secret parameters in the urls of a text. */
export function hideUrlSecrets(text: string): string {
  return text.replace(CREDENTIALS, `$1${HIDDEN}@`).replace(PARAMETER, `$1${HIDDEN}`);
}
