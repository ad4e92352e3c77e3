// The theme that was chosen here, if one was; the system's otherwise (see src/app/theme.ts).
try {
  const chosen = localStorage.getItem('assay.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // storage is closed to us: the system's it is
}
