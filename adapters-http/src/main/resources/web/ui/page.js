import { Element, html } from './element.js';
import { bar } from './bar.js';
import { isOutage } from '../api.js';
import { problem } from './states.js';

/**
 * What Lit and the application set, and what a subclass has.
 *
 * @typedef {{
 *   params: Record<string, string>, query: URLSearchParams, isLoaded: boolean, error?: Api.Failure, leaving: AbortController,
 *   loading?: Promise<void>, load(signal: AbortSignal): Promise<void>, waiting(): unknown, content(): unknown, heading(): Ui.Heading,
 *   addressed?(): void,
 * }} Properties
 */

/**
 * A page that asks the server for what it shows. A subclass has `load(signal)`, which sets what it read, `waiting()`, the skeleton of
 * what is to come, `content()`, and `heading()`: what `bar` takes; `addressed()`, if it has one, reads the filters that the address names.
 * `signal` is aborted when the person leaves the page. `content()` is not rendered before the latest `load` has succeeded: an earlier one
 * may return without setting anything when the person has chosen something else meanwhile.
 */
export class Page extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = { params: { attribute: false }, query: { attribute: false }, isLoaded: { state: true }, error: { state: true } };

  /** `read` for a page with one column of text. @type {'' | 'read'} */
  look = '';
  /** What `page-state.js` kept of this page when the user left it; undefined once it is shown again. @type {Ui.Listed['left']} */
  left = undefined;
  #reconnect = () => isOutage(this.error) && this.reload();

  /** How many rows of its list the page shows. */
  get rows() {
    return /** @type {Ui.Listed} */ (this).list?.items.length;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('gh-reachable', this.#reconnect);
    this.leaving = new AbortController();
    if (!this.hasUpdated) this.addressed?.();
    else this.reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('gh-reachable', this.#reconnect);
    this.leaving.abort();
  }

  firstUpdated() {
    this.reload();
  }

  /** @param {Ui.Changed} changed */
  updated(changed) {
    if (!changed.get('params') && !changed.get('query')) return;
    this.addressed?.();
    this.again();
  }

  /** Begins again, for example when the address names another resource. */
  again() {
    this.leaving.abort();
    this.leaving = new AbortController();
    this.isLoaded = false;
    this.reload();
  }

  async reload() {
    const { signal } = this.leaving;
    this.error = undefined;
    const loading = this.load(signal);
    this.loading = loading;
    const isLatest = () => !signal.aborted && loading === this.loading;
    try {
      await loading;
      if (isLatest()) Object.assign(this, { isLoaded: true, left: undefined });
    } catch (error) {
      if (isLatest()) this.error = /** @type {Api.Failure} */ (error);
    }
    this.requestUpdate();
  }

  render() {
    return html`${bar(this.heading())}
      <div class="scroll" tabindex="-1"><div class="page ${this.look}">
        ${this.error ? problem(this.error, () => this.reload()) : ''}
        ${this.isLoaded ? this.content() : this.error ? '' : this.waiting()}
      </div></div>`;
  }
}

/** Converts an address that the server wrote for clients with a token, for the session of this page. @param {string} address */
export function here(address) {
  const path = new URL(address, location.href).pathname;
  return path.startsWith('/web/') ? path : `/web${path}`;
}

/**
 * @param {string | null | undefined} from
 * @param {string | null} [to]
 */
export const between = (from, to) => (from ? new Date(to ?? Date.now()).getTime() - new Date(from).getTime() : undefined);

/** How long something took, or has taken so far. @param {{ startedAt?: string | null, completedAt?: string | null }} thing */
export const since = (thing) => between(thing.startedAt, thing.completedAt);

/**
 * Runs `act` while the pressed button is marked as busy.
 *
 * @template T
 * @param {Event} event
 * @param {() => T | Promise<T>} act
 * @returns {Promise<T>}
 */
export async function busy(event, act) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  button.setAttribute('aria-busy', 'true');
  try {
    return await act();
  } finally {
    button.removeAttribute('aria-busy');
  }
}
