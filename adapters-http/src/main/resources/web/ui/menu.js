import { Element, define, html, nothing, ref, createRef } from './element.js';
import { icon } from './icon.js';

const ENTRIES = '[role^="menuitem"]:not(:disabled)';

/**
 * @typedef {(Ui.MenuItem | false | undefined)[]} Items
 *
 * @typedef {{ items: Items | (() => Items), label: string, button?: unknown, look: string, place: string, isOpen: boolean }} Properties
 */

/**
 * A button with a menu. `items` is an array (or a function that returns one) of
 * `{label, icon, after, run, href, danger, checked, disabled}`, `{separator: true}` and `{title}`.
 * `label` names the menu; `button` is the content of the button and names that (default: an icon of three dots, named as the menu);
 * `look` its classes; `place`: 'below' or 'above'.
 */
class Menu extends /** @type {Ui.With<typeof Element, Properties>} */ (Element) {
  static properties = {
    items: { attribute: false },
    label: {},
    button: { attribute: false },
    look: {},
    place: {},
    isOpen: { state: true },
  };

  #popover = /** @type {import('lit/directives/ref.js').Ref<HTMLElement>} */ (createRef());
  #button = /** @type {import('lit/directives/ref.js').Ref<HTMLElement>} */ (createRef());

  constructor() {
    super();
    this.items = /** @type {Items | (() => Items)} */ ([]);
    this.look = 'btn quiet only';
    this.place = 'below';
    this.isOpen = false;
  }

  render() {
    return html`
      <button class=${this.look} type="button" aria-haspopup="menu" aria-expanded=${this.isOpen}
        aria-label=${this.button ? nothing : this.label}
        title=${this.button ? nothing : this.label} @click=${this.#toggle} @keydown=${this.#openByKey} ${ref(this.#button)}>
        ${this.button ?? icon('ellipsis')}
      </button>
      <div class="menu" popover role="menu" aria-label=${this.label} @toggle=${this.#toggled} @keydown=${this.#keys} ${ref(this.#popover)}>
        ${this.isOpen ? this.#list().map((item) => this.#item(item)) : nothing}
      </div>`;
  }

  #list() {
    return (typeof this.items === 'function' ? this.items() : this.items).filter((item) => typeof item === 'object');
  }

  /** @param {Ui.MenuItem} item */
  #item(item) {
    if (item.separator) return html`<div role="separator"></div>`;
    if (item.title) return html`<div class="title" role="presentation">${item.title}</div>`;
    const inside = html`${item.icon ? icon(item.icon) : nothing}<span class="clip">${item.label}</span>${item.after
      ?? nothing}${item.checked ? html`<span class="tick">${icon('check', 's')}</span>` : nothing}`;
    if (item.href) return html`<a role="menuitem" tabindex="-1" href=${item.href} @click=${() => this.close()}>${inside}</a>`;
    const role = item.checked === undefined ? 'menuitem' : 'menuitemradio';
    return html`<button type="button" role=${role} tabindex="-1" aria-checked=${item.checked === undefined ? nothing : item.checked}
      class=${item.danger ? 'danger' : ''} ?disabled=${item.disabled} @click=${() => (this.close(), item.run?.())}>${inside}</button>`;
  }

  #toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  async open() {
    this.isOpen = true;
    await this.updateComplete;
    const menu = this.#popover.value;
    const at = this.#button.value?.getBoundingClientRect();
    if (!menu || !at) return;
    menu.showPopover();
    const size = menu.getBoundingClientRect();
    const above = this.place === 'above' || at.bottom + size.height + 12 > innerHeight;
    menu.style.left = `${Math.max(8, Math.min(this.place === 'above' ? at.left : at.right - size.width, innerWidth - size.width - 8))}px`;
    menu.style.top = `${Math.max(8, above ? at.top - size.height - 6 : at.bottom + 6)}px`;
    this.#entries()[0]?.focus();
  }

  close() {
    const menu = this.#popover.value;
    if (menu?.matches(':popover-open')) menu.hidePopover();
    this.isOpen = false;
    this.#button.value?.focus();
  }

  /** @param {ToggleEvent} event */
  #toggled(event) {
    if (event.newState === 'closed') this.isOpen = false;
  }

  /** @param {KeyboardEvent} event */
  #openByKey(event) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.open();
  }

  #entries() {
    return /** @type {HTMLElement[]} */ ([...(this.#popover.value?.querySelectorAll(ENTRIES) ?? [])]);
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    const entries = this.#entries();
    const at = entries.findIndex((entry) => entry === document.activeElement);
    /** @type {Record<string, number>} */
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 };
    const go = moves[event.key];
    if (go !== undefined) {
      event.preventDefault();
      entries.at(go % entries.length)?.focus();
    } else if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }
}
define('gh-menu', Menu);
