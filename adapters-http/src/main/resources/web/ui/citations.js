// The passages that an answer cites: links in its text, and the list of its sources.
import { html, nothing } from './element.js';
import { icon } from './icon.js';
import { showPassage } from './passage.js';

const NUMBERS = /^\[(\d{1,6}(?:\s*,\s*\d{1,6})*)\](?![(:])/;

/**
 * `[1]` and `[1, 2]` in Markdown; where the text defines a link of that name, it is that link.
 *
 * @type {import('marked').TokenizerAndRendererExtension}
 */
export const citation = {
  name: 'citation',
  level: 'inline',
  start: (source) => /\[\d/.exec(source)?.index,
  tokenizer(source) {
    const [raw, numbers] = NUMBERS.exec(source) ?? [];
    return raw && !Object.hasOwn(this.lexer.tokens.links, numbers) ? { type: 'citation', raw, numbers } : undefined;
  },
  renderer: ({ raw, numbers }) => `<span data-cited="${numbers}">${raw}</span>`,
};

/** @param {Api.Citation} source */
const nameOf = ({ name, page }) => (page ? `${name}, page ${page}` : name);

/** @param {Api.Citation} source */
const open = ({ documentId, name, page, quote, passage }) =>
  showPassage({ documentId, name, page, quote, number: passage ?? undefined });

/** @param {Api.Citation} source */
function buttonOf(source) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'cite', textContent: String(source.n), title: nameOf(source) });
  button.setAttribute('aria-label', `Source ${source.n}: ${nameOf(source)}`);
  button.onclick = () => open(source);
  return button;
}

/**
 * Makes buttons of the numbers that a drawn text cites. A number without a source stays as it is written.
 *
 * @param {HTMLElement} root
 * @param {Api.Citation[]} citations
 */
export function linkCitations(root, citations) {
  const sources = new Map(citations.map((source) => [String(source.n), source]));
  for (const cited of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-cited]'))) {
    const numbers = (cited.dataset.cited ?? '').split(/\s*,\s*/);
    const known = numbers.flatMap((number) => sources.get(number) ?? []);
    if (known.length !== numbers.length || cited.closest('a')) continue;
    cited.removeAttribute('data-cited');
    cited.replaceChildren(...known.map(buttonOf));
  }
}

/** The sources of an answer, below it. @param {Api.Citation[]} [citations] */
export const sourcesOf = (citations) => citations?.length ? html`<section class="sources" aria-label="Sources"><h3
  class="small">Sources</h3><ol class="plain">${citations.map((source) => html`<li><button type="button" class="btn small"
  @click=${() => open(source)}><span class="cite" aria-hidden="true">${source.n}</span>${icon('file-text', 's')}<span
  class="clip">${nameOf(source)}</span></button></li>`)}</ol></section>` : nothing;
