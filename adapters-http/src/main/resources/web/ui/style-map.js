import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/**
 * Sets style properties one by one. Lit's own directive first writes a style attribute, which the content security
 * policy forbids.
 */
class StyleMap extends Directive {
  #names = new Set();

  render() {
    return noChange;
  }

  update({ element }, [styles]) {
    for (const name of this.#names) {
      if (!(name in styles)) element.style.removeProperty(name);
    }
    this.#names = new Set(Object.keys(styles));
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
    return noChange;
  }
}

/** For `style=${styleMap({ '--share': '40%' })}`; names are those of CSS, with dashes. */
export const styleMap = directive(StyleMap);
