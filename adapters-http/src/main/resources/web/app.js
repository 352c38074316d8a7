// The application: the frame around the pages, and which page is shown.
import './ui/menu.js';
import './ui/chat-list.js';
import { Element as LightElement, define, html, nothing } from './ui/element.js';
import { icon, mark } from './ui/icon.js';
import { initials } from './ui/format.js';
import { empty, problem, skeleton } from './ui/states.js';
import { unloaded } from './ui/load.js';
import { entry, followLinks, navigate } from './ui/router.js';
import { match } from './ui/routes.js';
import { keepState, restoreScroll, stateOf } from './ui/page-state.js';
import { applyTheme, setTheme, theme } from './ui/theme.js';
import { openPalette, showKeys } from './ui/palette.js';
import { explainProvider } from './ui/provider.js';
import { isAt, places } from './ui/places.js';
import { settleToasts, toast } from './ui/toast.js';
import { toastError } from './ui/toast-error.js';
import { announce } from './ui/announce.js';
import { browserStorage, windowStorage } from './ui/storage.js';
import { SESSION_ENDED, del, isOutage } from './api.js';
import { chats, counts, provider, session } from './state.js';

/** Where the page /docs keeps the key that a user gave it. */
const KEY_OF_DOCS = 'authorized';
const COUNT_EVERY_MS = 20_000;
/** The pages without the frame, which need no session. */
const ALONE = ['/sign-in', '/setup', '/invitation', '/forgot-password', '/reset-password', '/verify-email'];
/** Where an account adds a second factor. */
const FACTORS = '/account/factors';
/** The pages without the frame. */
const FRAMELESS = [...ALONE, '/oauth/authorize'];

/**
 * @typedef {{ page?: unknown, error?: Api.Failure, isBannerShut: boolean }} Properties
 *
 * @typedef {import('lit').LitElement & Ui.Listed & { params: Record<string, string>, query: URLSearchParams }} Host
 */

const noPage = () => html`<div class="scroll"><div class="page read"><h1 class="unseen">No such page</h1>
  ${empty({
    icon: 'circle-alert',
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page was moved.',
    action: html`<a class="btn main" href="/">Go to the start page</a>`,
  })}</div></div>`;

/**
 * @param {string} tag
 * @returns {Host}
 */
function hostOf(tag) {
  const host = /** @type {Host} */ (document.createElement(tag));
  host.className = 'host';
  return host;
}

class App extends /** @type {Ui.With<typeof LightElement, Properties>} */ (LightElement) {
  static properties = { page: { state: true }, error: { state: true }, isBannerShut: { state: true } };

  #opened = 0;
  /** The page that is shown. @type {Host | undefined} */
  #host;
  /** Its entry of the history. @type {string | undefined} */
  #entry;

  constructor() {
    super();
    session.use(this);
    counts.use(this);
    provider.use(this);
    this.isBannerShut = windowStorage.get('guildhall-banner') === 'shut';
    addEventListener('gh-navigate', () => this.#open());
    addEventListener('gh-reachable', () => this.#reconnect());
    addEventListener('pagehide', () => this.#leave());
    addEventListener('gh-theme', () => this.requestUpdate());
    addEventListener('gh-signed-out', (event) => this.#signedOut(/** @type {CustomEvent} */ (event).detail));
    addEventListener('gh-factor-missing', () => location.pathname !== FACTORS && navigate(FACTORS, { replace: true }));
    addEventListener('keydown', (event) => this.#keys(event));
    setInterval(() => document.visibilityState === 'visible' && session.user && counts.load(), COUNT_EVERY_MS);
    this.#start();
  }

  async #start() {
    try {
      await session.load();
    } catch (error) {
      this.error = /** @type {Api.Failure} */ (error);
      return;
    }
    this.error = undefined;
    this.#arrive();
  }

  /** After a sign-in with a provider the user returns to the earlier page. */
  #arrive() {
    const to = session.user && windowStorage.get('guildhall-to');
    windowStorage.remove('guildhall-to');
    if (to && location.pathname === '/' && to !== '/') navigate(to, { replace: true });
    else this.#open();
  }

  /** @param {string} from */
  #signedOut(from) {
    if (from && session.user) toast(SESSION_ENDED, { kind: 'bad' });
    browserStorage.remove(KEY_OF_DOCS);
    session.set(null);
    chats.items = undefined;
    const back = from && from !== '/' ? `?to=${encodeURIComponent(from)}` : '';
    navigate(`/sign-in${back}`, { replace: true });
  }

  /** What could not be read while the server was not reachable. */
  #reconnect() {
    if (isOutage(this.error)) this.#start();
    if (!session.user) return;
    if (chats.isOld) chats.load();
    counts.load();
    if (!provider.name) provider.load();
  }

  #leave() {
    if (this.#host?.isConnected) keepState(this.#entry, this.#host);
  }

  async #open() {
    const number = ++this.#opened;
    if (this.#entry !== entry()) this.#leave();
    const isNew = this.#entry !== entry();
    this.#entry = entry();
    if (session.user && chats.items === undefined) {
      chats.load('');
      counts.load();
      provider.load();
    }
    const found = match(location.pathname);
    if (!found) {
      this.#host = undefined;
      this.error = undefined;
      this.page = noPage();
      document.title = 'No such page · Guildhall';
      await this.updateComplete;
      this.#settle();
      return;
    }
    if (session.user === null && !ALONE.includes(location.pathname)) {
      this.#signedOut(location.pathname + location.search);
      return;
    }
    const module = await found.load().catch(() => undefined);
    const error = module ? undefined : await unloaded();
    if (number !== this.#opened) return;
    this.error = error;
    if (!module) return;
    const host = this.#host?.localName === module.tag ? this.#host : hostOf(module.tag);
    this.#host = host;
    const left = stateOf(this.#entry);
    if (isNew) host.left = left;
    host.params = found.params;
    host.query = new URLSearchParams(location.search);
    this.page = host;
    this.requestUpdate();
    await this.updateComplete;
    await host.updateComplete;
    if (isNew) restoreScroll(host, left?.top);
    this.#settle();
  }

  /** Moves the focus to the page that was opened, and announces its name. */
  #settle() {
    if (document.querySelector('dialog[open]')) return;
    /** @type {HTMLElement | null | undefined} */
    const wants = this.#host?.querySelector('[autofocus], [data-focus]');
    (wants ?? this.#main ?? this.#host)?.focus({ preventScroll: true });
    announce(document.title.replace(' · Guildhall', ''));
  }

  /** @returns {HTMLElement | null} */
  get #main() {
    return this.querySelector('#main');
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    if (!session.user || event.defaultPrevented) return;
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      openPalette(this.#actions());
    } else if (event.key === '?' && !isTyping && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      showKeys();
    }
  }

  #actions() {
    return [
      { label: 'New chat', icon: 'square-pen', run: () => navigate('/') },
      { label: 'Keyboard shortcuts', icon: 'keyboard', run: showKeys },
      { label: 'Use the light theme', icon: 'sun', also: 'settings appearance mode', run: () => setTheme('light') },
      { label: 'Use the dark theme', icon: 'moon', also: 'settings appearance mode', run: () => setTheme('dark') },
      { label: 'Use the system theme', icon: 'monitor', also: 'settings appearance mode', run: () => setTheme('system') },
      { label: 'Sign out', icon: 'log-out', run: () => this.#signOut() },
    ];
  }

  async #signOut() {
    try {
      await settleToasts();
      await del('/api/session');
    } catch (error) {
      toastError(error);
      return;
    }
    // Only the user who wrote a draft may see it.
    windowStorage.clear();
    this.#signedOut('');
  }

  render() {
    const isAlone = FRAMELESS.includes(location.pathname) || session.user === null;
    this.classList.toggle('alone', isAlone);
    if (isAlone) return html`<main id="main" tabindex="-1">${this.#content()}</main>`;
    return html`
      <a class="skip" href="#main" @click=${(/** @type {Event} */ event) => (event.preventDefault(), this.#main?.focus())}>Skip to
        content</a>
      ${this.#side()}
      <main id="main" tabindex="-1">${this.#banner()}${this.#content()}</main>
      ${this.#tabbar()}`;
  }

  #content() {
    if (this.error) {
      return html`<div class="scroll"><div class="page read">
        <h1 class="unseen">Guildhall</h1>${problem(this.error, () => this.#start())}</div></div>`;
    }
    return this.page ?? html`<div class="scroll"><div class="page read">${skeleton(4, 'line')}</div></div>`;
  }

  #side() {
    return html`
      <aside class="side" aria-label="Places and chats">
        <div class="brand"><a class="brand" href="/">${mark()}Guildhall</a>
          <button class="btn quiet only" aria-label="Find anything" title="Find anything (Ctrl K)" aria-keyshortcuts="Control+K"
            @click=${() => openPalette(this.#actions())}>${icon('search')}</button></div>
        <a class="btn" href="/">${icon('square-pen')}New chat</a>
        <nav class="nav" aria-label="Places">${places().map((place) => this.#place(place))}</nav>
        <gh-chat-list class="list"></gh-chat-list>
        <div class="who">${this.#person()}</div>
      </aside>`;
  }

  /** @param {Ui.Place} place */
  #place({ href, label, icon: name, count }) {
    const running = count ? counts[count] : 0;
    return html`<a href=${href} aria-current=${isAt(href, location.pathname) ? 'page' : nothing}>${icon(name)}${label}
      ${running ? html`<span class="count" title="running or waiting">${running}<span class="unseen"> running or waiting</span></span>`
        : nothing}</a>`;
  }

  #person() {
    const name = session.user?.displayName ?? '';
    return html`<gh-menu place="above" look="person" label="Account and theme" .items=${() => this.#personItems()}
      .button=${html`<span class="avatar" aria-hidden="true">${initials(name)}</span><span class="grow clip">${name}<span
        class="unseen"> – account and theme</span></span>${icon('chevron-up', 's')}`}></gh-menu>`;
  }

  #personItems() {
    return [
      { label: 'Account', icon: 'user', href: '/account' },
      { separator: true },
      { title: 'Theme' },
      ...[['light', 'sun', 'Light'], ['dark', 'moon', 'Dark'], ['system', 'monitor', 'System']].map(([key, name, label]) => ({
        label, icon: name, checked: theme() === key, run: () => setTheme(key),
      })),
      { separator: true },
      { label: 'Keyboard shortcuts', icon: 'keyboard', run: showKeys },
      { label: 'API documentation', icon: 'code', run: () => open('/docs', '_blank', 'noopener') },
      { label: 'Sign out', icon: 'log-out', run: () => this.#signOut() },
    ];
  }

  #tabbar() {
    const [chat, tasks, runs, tools, ...others] = places();
    const isOther = others.some(({ href }) => isAt(href, location.pathname)) || location.pathname.startsWith('/account');
    return html`<nav class="tabbar" aria-label="Places">
      ${[{ ...chat, href: '/chats' }, tasks, runs, tools].map(
        ({
          href,
          short,
          label,
          icon: name,
          count,
        }) => html`<a href=${href} aria-current=${isAt(href === '/chats' ? '/' : href, location.pathname) ? 'page' : nothing}>
          ${icon(name)}${short ?? label}${count && counts[count]
            ? html`<span class="dot"></span><span class="unseen">${counts[count]} running or waiting</span>` : nothing}</a>`,
      )}
      <gh-menu place="above" look=${isOther ? 'here' : ''} label="More" .button=${html`${icon('ellipsis')}More`}
        .items=${() => [...others.map(({ href, label, icon: name }) => ({ href, label, icon: name })),
          { label: 'Find anything', icon: 'search', run: () => openPalette(this.#actions()) }, { separator: true },
          ...this.#personItems()]}></gh-menu>
    </nav>`;
  }

  #banner() {
    if (provider.name !== 'demo' || this.isBannerShut) return nothing;
    const shut = () => {
      windowStorage.set('guildhall-banner', 'shut');
      this.isBannerShut = true;
    };
    return html`<div class="banner" role="note">${icon('info')}<span>Answers come from the built-in demo, not from a model.
        <button class="link" @click=${explainProvider}>Connect a model</button></span>
      <button class="btn quiet small only" aria-label="Hide this note" @click=${shut}>${icon('x', 's')}</button></div>`;
  }
}

applyTheme();
followLinks((pathname) => match(pathname) !== undefined);
define('gh-app', App);
document.body.prepend(document.createElement('gh-app'));
