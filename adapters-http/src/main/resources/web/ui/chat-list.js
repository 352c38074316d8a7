import { chats } from '../state.js';
import { Element, define, html, nothing, repeat } from './element.js';
import { period } from './format.js';
import { icon } from './icon.js';
import { skeleton } from './states.js';

const QUIET_MS = 200;

/** The user's chats in the sidebar, newest first, with a search. */
class ChatList extends Element {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    chats.use(this);
    addEventListener('gh-navigate', () => this.requestUpdate());
    addEventListener('popstate', () => this.requestUpdate());
  }

  render() {
    return html`
      <label class="search low">${icon('search', 's')}<span class="unseen">Search chats</span>
        <input class="input" type="search" placeholder="Search chats" maxlength="200"
          @input=${(/** @type {Ui.On} */ event) => this.#search(event.target.value)}></label>
      <nav aria-label="Chats">${this.#chats()}</nav>`;
  }

  /** @param {string} text */
  #search(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => chats.load(text.trim()), QUIET_MS);
  }

  #chats() {
    if (chats.error) {
      return html`<p class="small" role="alert">The chats could not be loaded. <button class="link"
        @click=${() => chats.load()}>Try again</button></p>`;
    }
    if (!chats.items) return skeleton(5, 'line');
    if (!chats.items.length) return html`<h2>${chats.query ? 'No chat has these words' : 'Chats will be listed here'}</h2>`;
    const groups = Map.groupBy(chats.items, (chat) => period(chat.updatedAt ?? ''));
    return [...groups].map(([name, items]) => html`<h2>${name}</h2>${repeat(items, (chat) => chat.chatId, (chat) => this.#chat(chat))}`);
  }

  /** @param {Api.Chat} chat */
  #chat({ chatId, title }) {
    const href = `/chats/${encodeURIComponent(chatId)}`;
    return html`<a href=${href} title=${title} aria-current=${location.pathname === href ? 'page' : nothing}><span class="clip"
      dir="auto">${title}</span>
      ${chats.running.has(chatId) ? html`<span class="dot"></span><span class="unseen">is being answered</span>` : nothing}</a>`;
  }
}
define('gh-chat-list', ChatList);
