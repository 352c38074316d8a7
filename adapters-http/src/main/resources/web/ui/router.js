// Addresses and pages. Each page is a module that is loaded when it is opened and exports the name of its element as `tag`.

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

/**
 * Opens an address of this application. `replace` replaces the current entry of the history. `quiet` changes only the
 * address.
 */
export function navigate(href, { replace = false, quiet = false } = {}) {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  if (!quiet) dispatchEvent(new Event('gh-navigate'));
}

/** Opens links of this application without loading the whole page. */
export function followLinks() {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.('a[href]');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!match(link.pathname)) return;
    event.preventDefault();
    if (link.href !== location.href) navigate(link.href);
  });
}
