// The page of each address: a module that is loaded when it is opened and exports the name of its element as `tag`.
/** @type {[string, () => Promise<{ tag: string }>][]} */
const PAGES = [
  ['/', () => import('../pages/chat.js')],
  ['/sign-in', () => import('../pages/sign-in.js')],
  ['/chats', () => import('../pages/chats.js')],
  ['/chats/:id', () => import('../pages/chat.js')],
  ['/memory', () => import('../pages/memory.js')],
  ['/tools', () => import('../pages/tools.js')],
  ['/tools/:id', () => import('../pages/tool.js')],
  ['/integrations', () => import('../pages/integrations.js')],
  ['/integrations/:id', () => import('../pages/integration.js')],
  ['/assistants', () => import('../pages/assistants.js')],
  ['/assistants/:id', () => import('../pages/assistant.js')],
  ['/collections', () => import('../pages/collections.js')],
  ['/collections/:id', () => import('../pages/collection.js')],
  ['/tasks', () => import('../pages/tasks.js')],
  ['/tasks/:id', () => import('../pages/task.js')],
  ['/workflows/:id', () => import('../pages/workflow.js')],
  ['/schedules', () => import('../pages/schedules.js')],
  ['/schedules/:id', () => import('../pages/schedule.js')],
  ['/triggers', () => import('../pages/triggers.js')],
  ['/triggers/:id', () => import('../pages/trigger.js')],
  ['/webhooks', () => import('../pages/webhooks.js')],
  ['/webhooks/:id', () => import('../pages/webhook.js')],
  ['/definitions/:id', () => import('../pages/definition.js')],
  ['/runs', () => import('../pages/runs.js')],
  ['/runs/:id', () => import('../pages/run.js')],
  ['/suites/:id', () => import('../pages/suite.js')],
  ['/files', () => import('../pages/files.js')],
  ['/dashboard', () => import('../pages/dashboard.js')],
  ['/setup', () => import('../pages/sign-in.js')],
  ['/invitation', () => import('../pages/sign-in.js')],
  ['/forgot-password', () => import('../pages/mailed-link.js')],
  ['/reset-password', () => import('../pages/mailed-link.js')],
  ['/verify-email', () => import('../pages/mailed-link.js')],
  ['/admin', () => import('../pages/admin.js')],
  ['/admin/:section', () => import('../pages/admin.js')],
  ['/oauth/authorize', () => import('../pages/consent.js')],
  ['/account', () => import('../pages/account.js')],
  ['/account/:section', () => import('../pages/account.js')],
  ['/account/groups/:id', () => import('../pages/group.js')],
];

const ROUTES = PAGES.map(([path, load]) => ({ pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`), load }));

/** The page of an address: `{load, params}`; undefined when there is none. @param {string} pathname */
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
