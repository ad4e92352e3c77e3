import { useState, type FormEvent, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { TextField } from '../design/text-field.js';
import { PageTitle } from './page-title.js';
import { SignInButton } from './sign-in-button.js';

export function KeyPage(): ReactElement {
  const { enter, hasKey } = useSession();
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = key.trim();
    if (text !== '') enter(text, keep ? 'device' : 'tab');
  };
  return (
    <form className="stack narrow" onSubmit={submit}>
      <PageTitle title="Enter your API key" />
      <SignInButton />
      <p className="soft">
        The operator of Assay can give you one: an admin key from ASSAY_API_KEYS, or one made for your workspaces.
      </p>
      <TextField
        label="API key"
        problem={hasKey ? 'The key in use is not valid here (any more). Enter another one.' : null}
        mono
        type="password"
        autoComplete="current-password"
        required
        value={key}
        onText={setKey}
      />
      <label className="check">
        <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
        Keep it on this device until I forget it. Otherwise it is removed with this tab.
      </label>
      <div>
        <button type="submit" className="button button-primary">
          Continue
        </button>
      </div>
    </form>
  );
}
