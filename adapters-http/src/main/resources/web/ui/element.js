import { LitElement } from 'lit';

class LightElement extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** The base of components. They have no shadow tree: the global style sheet applies to them. */
export const Element = /** @type {Ui.With<typeof LitElement, {}>} */ (LightElement);

/**
 * Defines the element once.
 *
 * @param {string} name
 * @param {CustomElementConstructor} type
 */
export function define(name, type) {
  if (!customElements.get(name)) customElements.define(name, type);
}

export { html, svg, nothing } from 'lit';
export { classMap } from 'lit/directives/class-map.js';
export { styleMap } from './style-map.js';
export { repeat } from 'lit/directives/repeat.js';
export { ref, createRef } from 'lit/directives/ref.js';
export { ifDefined } from 'lit/directives/if-defined.js';
export { live } from 'lit/directives/live.js';
