import { html } from './element.js';

const CHUNK = 100;
const NEAR = '1500px 0px';

/**
 * The rows of a long table in groups of 100, of which only those near the window have their rows: each other one is as high as its rows
 * were. A group with the focus stays.
 */
export class RowWindow {
  /** The heights of the groups that are not drawn. @type {Map<number, number>} */
  #heights = new Map();
  /** @type {IntersectionObserver | undefined} */
  #observer;
  /** @type {Set<Element>} */
  #watched = new Set();

  /** @param {import('lit').LitElement} host whose table is in `.scroll` */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected() {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#watched.clear();
  }

  /** Draws all groups again: the rows are those of another list. */
  reset() {
    this.#heights.clear();
  }

  hostUpdated() {
    const groups = [...this.host.querySelectorAll('tbody[data-group]')];
    this.#observer ??= new IntersectionObserver((entries) => this.#moved(entries), {
      root: this.host.querySelector('.scroll'), rootMargin: NEAR,
    });
    for (const group of this.#watched) if (!group.isConnected) this.#forget(group);
    for (const group of groups) {
      if (this.#watched.has(group)) continue;
      this.#watched.add(group);
      this.#observer.observe(group);
    }
  }

  /** @param {Element} group */
  #forget(group) {
    this.#observer?.unobserve(group);
    this.#watched.delete(group);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #moved(entries) {
    const before = this.#heights.size;
    let isChanged = false;
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const group = Number(/** @type {HTMLElement} */ (target).dataset.group);
      if (isIntersecting) isChanged = this.#heights.delete(group) || isChanged;
      else if (boundingClientRect.height && !target.contains(document.activeElement) && !this.#heights.has(group))
        this.#heights.set(group, boundingClientRect.height);
    }
    if (isChanged || this.#heights.size !== before) this.host.requestUpdate();
  }

  /**
   * The bodies of the table.
   *
   * @template T
   * @param {T[]} items
   * @param {number} columns
   * @param {(items: T[]) => unknown} rows
   */
  bodies(items, columns, rows) {
    return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, group) => {
      const height = this.#heights.get(group);
      return html`<tbody data-group=${group}>${height === undefined ? rows(items.slice(group * CHUNK, (group + 1) * CHUNK))
        : html`<tr aria-hidden="true"><td colspan=${columns} class="gap" .style=${`height: ${height}px`}></td></tr>`}</tbody>`;
    });
  }
}
