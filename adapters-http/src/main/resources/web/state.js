// State that several parts of the application share: who is signed in, the list of chats, how much is running.
import { forgetAnswers, get, withQuery } from './api.js';

const MOST_LISTED = 60;
const MOST_ASSISTANTS = 200;

/** Notifies its listeners after each change. `use(host)` updates a Lit element while it is connected. */
class Store extends EventTarget {
  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /**
   * @template {import('lit').ReactiveControllerHost} H
   * @param {H} host
   */
  use(host) {
    const update = () => host.requestUpdate();
    host.addController({
      hostConnected: () => this.addEventListener('change', update),
      hostDisconnected: () => this.removeEventListener('change', update),
    });
    return this;
  }
}

class Session extends Store {
  /**
   * `{userId, displayName, expiresAt}`; null when signed out; undefined until it is known.
   *
   * @type {Api.User | null | undefined}
   */
  user = undefined;
  /** Whether the user has the role admin, as far as this tab knows. */
  isAdmin = false;

  async load() {
    this.set(await get('/api/session?optional=true', { signIn: false }));
    return this.user;
  }

  /** @param {Api.User | null} user */
  set(user) {
    if (user?.userId !== this.user?.userId) {
      this.isAdmin = false;
      forgetAnswers();
    }
    this.user = user;
    this.changed();
    if (user) this.loadRoles();
  }

  /** The roles only decide what the pages offer: the server checks them with each request. */
  async loadRoles() {
    const userId = this.user?.userId;
    try {
      const { roles } = await get('/web/api/v1/auth/session', { signIn: false });
      if (userId !== this.user?.userId) return;
      this.isAdmin = roles.includes('admin');
      this.changed();
    } catch {
      // Without the roles the pages offer what every user may do.
    }
  }
}

class Chats extends Store {
  /** @type {Api.Chat[] | undefined} */
  items = undefined;
  /** Why there is no list; a list that was read before stays when it cannot be read again. @type {Api.Failure | undefined} */
  error = undefined;
  /** Whether the last attempt to read the list failed. */
  isOld = false;
  query = '';
  /** Ids of the chats whose answers are running, as far as this tab knows. @type {Set<string>} */
  running = new Set();
  #asked = 0;
  #found = '';

  /** @param {string} [query] */
  async load(query = this.query) {
    this.query = query;
    const number = ++this.#asked;
    try {
      const page = await get(withQuery('/api/chat', { q: query, limit: MOST_LISTED }));
      if (number !== this.#asked) return;
      this.items = page.chats;
      this.#found = query;
      this.isOld = false;
      this.running = new Set(page.chats.flatMap((/** @type {Api.Chat} */ { chatId, running }) => (running ? [chatId] : [])));
      this.error = undefined;
    } catch (error) {
      if (number !== this.#asked) return;
      this.error = this.items && query === this.#found ? undefined : /** @type {Api.Failure} */ (error);
      this.isOld = true;
    }
    this.changed();
  }

  /**
   * @param {string} id
   * @param {boolean} isRunning
   */
  setRunning(id, isRunning) {
    if (this.running.has(id) === isRunning) return;
    if (isRunning) this.running.add(id);
    else this.running.delete(id);
    this.changed();
  }

  /**
   * Shows a change before the server has it. A list that was requested before is out of date when it comes.
   *
   * @param {string} id
   * @param {Partial<Api.Chat>} fields
   */
  edit(id, fields) {
    this.#asked++;
    this.items = this.items?.map((chat) => (chat.chatId === id ? { ...chat, ...fields } : chat));
    this.changed();
  }

  /** @param {string} id */
  remove(id) {
    this.items = this.items?.filter((chat) => chat.chatId !== id);
    this.changed();
    this.load();
  }
}

class Counts extends Store {
  tasks = 0;
  runs = 0;

  async load() {
    try {
      const { tasks, runs } = await get('/api/dashboard/open');
      this.tasks = tasks;
      this.runs = runs;
      this.changed();
    } catch {
      // Counts are optional: a page that needs the numbers requests them and shows its own error.
    }
  }
}

class Provider extends Store {
  /** @type {string | undefined} */
  name = undefined;
  /**
   * The model of questions that name none; undefined when a remote agent service does not report it.
   *
   * @type {string | undefined}
   */
  defaultModel = undefined;
  /** @type {Api.Model[]} */
  models = [];

  async load() {
    try {
      const { provider, defaultModel, models } = await get('/api/models');
      this.name = provider;
      this.defaultModel = defaultModel ?? undefined;
      this.models = models;
    } catch {
      // What was read before stays; the application asks again after an outage.
    }
    this.changed();
  }
}

class Assistants extends Store {
  /** @type {Api.Assistant[]} */
  items = [];

  async load() {
    try {
      this.items = (await get(withQuery('/web/agent/api/assistants', { limit: MOST_ASSISTANTS }))).assistants;
    } catch {
      // What was read before stays; a chat works without the list.
    }
    this.changed();
  }

  /** @param {string | undefined} id */
  find(id) {
    return this.items.find((assistant) => assistant.id === id);
  }

  /** The name of an assistant; of one that the user may not use any more, only what it is. @param {string} id */
  nameOf(id) {
    return this.find(id)?.name ?? 'Assistant';
  }
}

export const session = new Session();
export const chats = new Chats();
export const counts = new Counts();
export const provider = new Provider();
export const assistants = new Assistants();
