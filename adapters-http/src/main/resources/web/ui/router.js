// Addresses and pages. Each page is a module that is loaded when it is opened and exports the name of its element as `tag`.
import { settled } from './dialog-entries.js';

const ROUTES = [
  ['/', () => import('../pages/chat.js')],
  ['/sign-in', () => import('../pages/sign-in.js')],
  ['/chats', () => import('../pages/chats.js')],
  ['/chats/:id', () => import('../pages/chat.js')],
  ['/memory', () => import('../pages/memory.js')],
  ['/tools', () => import('../pages/tools.js')],
  ['/tools/:id', () => import('../pages/tool.js')],
  ['/integrations', () => import('../pages/integrations.js')],
  ['/tasks', () => import('../pages/tasks.js')],
  ['/tasks/:id', () => import('../pages/task.js')],
  ['/workflows/:id', () => import('../pages/workflow.js')],
  ['/runs', () => import('../pages/runs.js')],
  ['/runs/:id', () => import('../pages/run.js')],
  ['/suites/:id', () => import('../pages/suite.js')],
  ['/files', () => import('../pages/files.js')],
  ['/dashboard', () => import('../pages/dashboard.js')],
  ['/setup', () => import('../pages/sign-in.js')],
  ['/admin', () => import('../pages/admin.js')],
  ['/admin/:section', () => import('../pages/admin.js')],
  ['/oauth/authorize', () => import('../pages/consent.js')],
  ['/account', () => import('../pages/account.js')],
  ['/account/:section', () => import('../pages/account.js')],
].map(([path, load]) => ({ pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`), load }));

/** The page of an address: `{load, params}`; undefined when there is none. */
export function match(pathname) {
  for (const { pattern, load } of ROUTES) {
    const found = pattern.exec(pathname);
    if (found) {
      try {
        const params = Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]));
        return { load, params };
      } catch {
        // A malformed escape matches nothing.
        return undefined;
      }
    }
  }
  return undefined;
}

/** The key of the entry of the history that is shown. */
let shown = keyed();

/** Gives the current entry a key, which stays its own when it is opened again. */
function keyed() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, '');
  return history.state.key;
}

function newKey() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

export const entry = () => shown;

/**
 * Opens an address of this application. `replace` replaces the current entry of the history. `quiet` changes only the
 * address.
 */
export const navigate = (href, options) => settled(() => go(href, options));

function go(href, { replace = false, quiet = false } = {}) {
  const { key = newKey(), dialog } = history.state ?? {};
  const state = { key: replace && quiet ? key : newKey() };
  // The entry of a dialog leads nowhere once its page is left.
  if (replace || dialog) history.replaceState(state, '', href);
  else history.pushState(state, '', href);
  shown = state.key;
  if (!quiet) dispatchEvent(new Event('gh-navigate'));
}

/** Opens the page of an entry that Back or Forward has led to; a dialog's entry is one of the page below it. */
function moved() {
  const before = shown;
  shown = keyed();
  if (shown !== before) dispatchEvent(new Event('gh-navigate'));
}

/** Opens links of this application without loading the whole page, and follows Back and Forward. */
export function followLinks() {
  addEventListener('popstate', moved);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.('a[href]');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!match(link.pathname)) return;
    event.preventDefault();
    if (link.href !== location.href) navigate(link.href);
  });
}
