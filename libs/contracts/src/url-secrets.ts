const HIDDEN = '***';

/** Between `://` and `@`. */
const CREDENTIALS = /(:\/\/)[^\s/"'@:]*:[^\s/"'@]*@/g;
/** Secret parameters: `password`, `sslpassword`, `pwd`, `access_token`, … */
const SECRET_NAME = '[\\w.%-]{0,40}(?:pass|pwd|secret|token)[\\w.%-]{0,40}';
const PARAMETER = new RegExp(`([?&]${SECRET_NAME}=)[^\\s&#"'\\\\<>]+`, 'gi');
const NAME = new RegExp(`^${SECRET_NAME}$`, 'i');

export function isSecretParameter(name: string): boolean {
  return NAME.test(name);
}

/** Hides credentials and secret parameters of urls in a text. */
export function hideUrlSecrets(text: string): string {
  return text.replace(CREDENTIALS, `$1${HIDDEN}@`).replace(PARAMETER, `$1${HIDDEN}`);
}
