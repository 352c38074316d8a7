import { LitElement } from 'lit';

/** A component without a shadow tree: the global style sheet applies to it. */
export class Element extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** Defines the element once. */
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
