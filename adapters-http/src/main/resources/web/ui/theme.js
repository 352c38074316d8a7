import { browserStorage } from './storage.js';

const KEY = 'guildhall-theme';

/** 'light', 'dark' or 'system'. */
export const theme = () => browserStorage.get(KEY) ?? 'system';

/** @param {string} name */
export function setTheme(name) {
  if (name === 'system') browserStorage.remove(KEY);
  else browserStorage.set(KEY, name);
  applyTheme();
}

export function applyTheme() {
  const name = theme();
  if (name === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  dispatchEvent(new Event('gh-theme'));
}
