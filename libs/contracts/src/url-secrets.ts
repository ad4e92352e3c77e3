/** What stands where a secret was. */
const HIDDEN = '***';

/** Credentials inside a url: everything between `://` and `@`. */
const CREDENTIALS = /(:\/\/)[^\s/"'@:]*:[^\s/"'@]*@/g;
/** Names of parameters whose value is a secret: `password`, `sslpassword`, `pwd`, `access_token`, … */
const SECRET_NAME = '[\\w.%-]{0,40}(?:pass|pwd|secret|token)[\\w.%-]{0,40}';
const PARAMETER = new RegExp(`([?&]${SECRET_NAME}=)[^\\s&#"'\\\\<>]+`, 'gi');
const NAME = new RegExp(`^${SECRET_NAME}$`, 'i');

/** Whether a parameter of a url holds a secret, by its name. */
export function isSecretParameter(name: string): boolean {
  return NAME.test(name);
}

/** A text whose urls show neither credentials nor parameters that hold a secret. */
export function hideUrlSecrets(text: string): string {
  return text.replace(CREDENTIALS, `$1${HIDDEN}@`).replace(PARAMETER, `$1${HIDDEN}`);
}
