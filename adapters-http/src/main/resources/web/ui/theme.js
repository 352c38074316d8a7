const KEY = 'guildhall-theme';

/** 'light', 'dark' or 'system'. */
export const theme = () => localStorage.getItem(KEY) ?? 'system';

export function setTheme(name) {
  if (name === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, name);
  applyTheme();
}

export function applyTheme() {
  const name = theme();
  if (name === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  dispatchEvent(new Event('gh-theme'));
}
