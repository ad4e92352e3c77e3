import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];
/** Also in public/theme.js. */
const STORED = 'assay.theme';

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const next = (): void => {
    const chosen = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system';
    applyTheme(chosen);
    setTheme(chosen);
  };
  return [theme, next];
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, theme);
  } catch {
    // Then only for this page.
  }
}
