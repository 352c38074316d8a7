// State that several parts of the application share: who is signed in, the list of chats, how much is running.
import { get, withQuery } from './api.js';

const MOST_LISTED = 60;

/** Notifies its listeners after each change. `use(host)` updates a Lit element while it is connected. */
class Store extends EventTarget {
  changed() {
    this.dispatchEvent(new Event('change'));
  }

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
  /** `{userId, displayName, expiresAt}`; null when signed out; undefined until it is known. */
  user = undefined;

  async load() {
    this.user = await get('/api/session?optional=true', { signIn: false });
    this.changed();
    return this.user;
  }

  set(user) {
    this.user = user;
    this.changed();
  }
}

class Chats extends Store {
  items = undefined;
  error = undefined;
  query = '';
  /** Ids of the chats whose answers are running, as far as this tab knows. */
  running = new Set();
  #asked = 0;

  async load(query = this.query) {
    this.query = query;
    const number = ++this.#asked;
    try {
      const page = await get(withQuery('/api/chat', { q: query, limit: MOST_LISTED }));
      if (number !== this.#asked) return;
      this.items = page.chats;
      this.running = new Set(page.chats.filter(({ running }) => running).map(({ chatId }) => chatId));
      this.error = undefined;
    } catch (error) {
      if (number !== this.#asked) return;
      this.error = error;
    }
    this.changed();
  }

  setRunning(id, isRunning) {
    if (this.running.has(id) === isRunning) return;
    if (isRunning) this.running.add(id);
    else this.running.delete(id);
    this.changed();
  }

  /** Shows a change before the server has it. */
  edit(id, fields) {
    this.items = this.items?.map((chat) => (chat.chatId === id ? { ...chat, ...fields } : chat));
    this.changed();
  }

  remove(id) {
    this.items = this.items?.filter((chat) => chat.chatId !== id);
    this.changed();
  }
}

class Counts extends Store {
  tasks = 0;
  runs = 0;

  async load() {
    try {
      const { dashboard } = await get('/api/dashboard');
      const { tasks = {}, runs = {} } = dashboard;
      const sum = (counts, names) => names.reduce((total, name) => total + (counts[name] ?? 0), 0);
      this.tasks = sum(tasks, ['running', 'queued', 'pending', 'assigned']);
      this.runs = sum(runs, ['running', 'queued', 'pending']);
      this.changed();
    } catch {
      // Counts are optional: a page that needs the numbers requests them and shows its own error.
    }
  }
}

class Provider extends Store {
  name = undefined;
  models = [];

  async load() {
    try {
      const { provider, models } = await get('/api/models');
      this.name = provider;
      this.models = models;
    } catch {
      this.name = undefined;
      this.models = [];
    }
    this.changed();
  }
}

export const session = new Session();
export const chats = new Chats();
export const counts = new Counts();
export const provider = new Provider();
