import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/**
 * Sets style properties one by one. Lit's own directive first writes a style attribute, which the content security
 * policy forbids.
 */
class StyleMap extends Directive {
  /** @type {Set<string>} */
  #names = new Set();

  /** @param {Record<string, string>} _styles */
  render(_styles) {
    return noChange;
  }

  /**
   * @param {import('lit/directive.js').AttributePart} part
   * @param {[Record<string, string>]} styles
   */
  update({ element }, [styles]) {
    const { style } = /** @type {HTMLElement} */ (element);
    for (const name of this.#names) {
      if (!(name in styles)) style.removeProperty(name);
    }
    this.#names = new Set(Object.keys(styles));
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value);
    return noChange;
  }
}

/** For `style=${styleMap({ '--share': '40%' })}`; names are those of CSS, with dashes. */
export const styleMap = directive(StyleMap);
