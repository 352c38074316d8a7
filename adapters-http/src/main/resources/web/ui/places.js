import { session } from '../state.js';

/**
 * The places of the application, in the order of the sidebar; the first four and More are the bar at the bottom of small screens.
 *
 * @type {Ui.Place[]}
 */
const PLACES = [
  { href: '/', label: 'Chat', icon: 'message-square' },
  { href: '/tasks', label: 'Tasks', icon: 'list-checks', count: 'tasks' },
  { href: '/runs', label: 'Test runs', short: 'Runs', icon: 'flask-conical', count: 'runs' },
  { href: '/tools', label: 'Tools', icon: 'wrench' },
  { href: '/assistants', label: 'Assistants', icon: 'bot' },
  { href: '/collections', label: 'Knowledge', icon: 'book-open' },
  { href: '/memory', label: 'Memory', icon: 'brain' },
  { href: '/files', label: 'Files', icon: 'folder' },
  { href: '/dashboard', label: 'Dashboard', icon: 'chart-column' },
];

/** @type {Ui.Place} */
const ADMIN = { href: '/admin', label: 'Administration', icon: 'shield' };

/** The places that the user may open. */
export const places = () => (session.isAdmin ? [...PLACES, ADMIN] : PLACES);

/** The sections of the account and of the administration: `[name in the address, label]`. @type {[string, string][]} */
export const ACCOUNT_SECTIONS = [
  ['', 'Profiles'],
  ['sessions', 'Sessions'],
  ['password', 'Password'],
  ['factors', 'Two-step sign-in'],
  ['providers', 'Sign-in providers'],
  ['groups', 'Groups'],
  ['keys', 'API keys'],
  ['approvals', 'Approvals'],
  ['connect', 'Connect'],
  ['audit', 'Activity'],
];
/** @type {[string, string][]} */
export const ADMIN_SECTIONS = [
  ['', 'Users'],
  ['invitations', 'Invitations'],
  ['models', 'Models'],
  ['usage', 'Usage'],
  ['keys', 'API keys'],
  ['audit', 'Activity'],
  ['nodes', 'Nodes'],
  ['settings', 'Settings'],
];

/**
 * @param {string} part
 * @param {[string, string][]} sections
 * @param {string} base
 */
const inPart = (part, sections, base) => sections.map(([name, label]) => ({ label, part, href: name ? `${base}/${name}` : base }));

/** The settings that the user may open: `{label, part, href}`. */
export const settings = () => [
  ...inPart('Account', ACCOUNT_SECTIONS, '/account'),
  ...(session.isAdmin ? inPart('Administration', ADMIN_SECTIONS, '/admin') : []),
];

/** @type {Record<string, string[]>} */
const INSIDE = {
  '/': ['/chats'],
  '/tasks': ['/workflows', '/definitions', '/schedules', '/triggers', '/webhooks'],
  '/runs': ['/suites'],
  '/tools': ['/integrations'],
};

/**
 * Whether an address is in a place.
 *
 * @param {string} href
 * @param {string} pathname
 */
export const isAt = (href, pathname) =>
  pathname === href ||
  (href !== '/' && pathname.startsWith(`${href}/`)) ||
  (INSIDE[href] ?? []).some((inside) => pathname === inside || pathname.startsWith(`${inside}/`));
