// A model's text as HTML. Raw HTML in it is shown as text; the result is sanitised and becomes a TrustedHTML.
import 'dompurify';
import { Marked } from 'marked';
import { citation, linkCitations } from './citations.js';
import { define } from './element.js';
import { drawFormulas } from './formula.js';
import { loadModule } from './load.js';
import './code.js';

/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);

/** @param {string} href */
const isOwn = (href) => {
  try {
    return new URL(href, location.href).origin === location.origin;
  } catch {
    return false;
  }
};

/**
 * The content of such a picture is in the answer itself; a drawing in an image element runs no script and loads nothing.
 *
 * @param {string} href
 */
const isInline = (href) => /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i.test(href);

/**
 * Pictures at an address may only come from files and test runs: a GET of another address of this server may have an effect.
 *
 * @param {string} href
 */
const isPicture = (href) =>
  isInline(href) || (isOwn(href) && /^\/(api\/files|(web\/)?api\/v1\/runs\/.*)$/.test(new URL(href, location.href).pathname));

/** The tags that models write and Markdown has no sign for, without attributes. */
const SIMPLE_TAG = /&lt;(\/?(?:br|sub|sup|kbd))\s*\/?&gt;/gi;
/** @param {string} text */
const withTags = (text) => escaped(text).replace(SIMPLE_TAG, '<$1>');

const LETTER = /\p{L}/u;
const WORD_END = /[\p{L}\p{N}]$/u;
const MARK = /[\p{P}\p{S}]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const EMPHASIS = /^(\*\*?)(?![\s*])((?:[^*]|(?<=^\*\*[^]*)\*(?!\*))+?)(?<!\s)\1(?!\*)/u;

/**
 * Emphasis that CommonMark does not see, since a punctuation mark within it touches a letter outside: usual in languages
 * that write no spaces between words. False where CommonMark's own rule decides.
 *
 * @this {import('marked').Tokenizer}
 * @param {string} source
 * @param {string} masked
 * @param {string} [before]
 * @returns {import('marked').Tokens.Em | import('marked').Tokens.Strong | false}
 */
function emphasis(source, masked, before = '') {
  const found = EMPHASIS.exec(masked.slice(-source.length));
  if (!found) return false;
  const [{ length }, sign] = found;
  const text = source.slice(sign.length, length - sign.length);
  const after = [...source.slice(length, length + 2)][0] ?? '';
  /**
   * @param {string} mark
   * @param {string} neighbour
   */
  const touches = (mark, neighbour) => MARK.test(mark) && neighbour !== '' && !/\s/.test(neighbour) && !MARK.test(neighbour);
  const opens = touches([...text][0] ?? '', before);
  const closes = touches([...text].at(-1) ?? '', after);
  if ((!opens && !closes) || (opens && !CJK.test(before)) || (closes && !(sign === '**' ? LETTER : CJK).test(after))) return false;
  return { type: sign === '**' ? 'strong' : 'em', raw: source.slice(0, length), text, tokens: this.lexer.inlineTokens(text) };
}

/**
 * @param {string} text
 * @param {boolean} isDisplay
 */
const formulaOf = (text, isDisplay) =>
  `<span class="formula${isDisplay ? ' display' : ''}" data-formula="${escaped(text)}">${escaped(text)}</span>`;

const PRICE = /^[\d.,]+[,;:]?\s+[a-z]{2,}/i;

/** @typedef {import('marked').TokenizerAndRendererExtension} Extension */

/** @type {Extension} */
const formulaBlock = {
  name: 'formulaBlock',
  level: 'block',
  start: (source) => /(^|\n) {0,3}(\\\[|\$\$)/.exec(source)?.index,
  tokenizer(source) {
    const found = /^ {0,3}(?:\\\[([^]+?)\\\]|\$\$([^]+?)\$\$)[ \t]*(?:\n+|$)/.exec(source);
    return found ? { type: 'formulaBlock', raw: found[0], text: (found[1] ?? found[2]).trim() } : undefined;
  },
  renderer: ({ text }) => `<div class="formula-box">${formulaOf(text, true)}</div>`,
};

/** @type {Extension} */
const formula = {
  name: 'formula',
  level: 'inline',
  start: (source) => /\\[([]|\$/.exec(source)?.index,
  tokenizer(source, before) {
    const display = /^(?:\\\[([^]+?)\\\]|\$\$([^$]+?)\$\$)/.exec(source);
    if (display) return { type: 'formula', raw: display[0], text: (display[1] ?? display[2]).trim(), isDisplay: true };
    const plain = /^\\\(([^]+?)\\\)/.exec(source);
    if (plain) return { type: 'formula', raw: plain[0], text: plain[1].trim(), isDisplay: false };
    // A price is no formula.
    const dollars = WORD_END.test(/** @type {import('marked').Token[]} */ (/** @type {unknown} */ (before)).at(-1)?.raw ?? '')
      ? undefined
      : /^\$(?![\s$])((?:\\[^\n]|[^\\$\n])+)(?<!\s)\$(?![\p{L}\d])/u.exec(source);
    return dollars && !PRICE.test(dollars[1]) ? { type: 'formula', raw: dollars[0], text: dollars[1], isDisplay: false } : undefined;
  },
  renderer: ({ text, isDisplay }) => formulaOf(text, isDisplay),
};

/** @type {Extension} */
const footnote = {
  name: 'footnote',
  level: 'block',
  start: (source) => /(^|\n) {0,3}\[\^/.exec(source)?.index,
  tokenizer(source) {
    const found = /^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*([^\n]*(?:\n(?! *\n| {0,3}\[\^)[^\n]+)*)(?:\n+|$)/.exec(source);
    return found ? { type: 'footnote', raw: found[0], label: found[1], tokens: this.lexer.inline(found[2].trim()) } : undefined;
  },
  renderer({ label, tokens }) {
    return `<div class="footnote" data-footnote="${escaped(label)}">${this.parser.parseInline(tokens ?? [])}</div>`;
  },
};

/** @type {Extension} */
const mention = {
  name: 'mention',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer(source) {
    const found = /^\[\^([^\]\s]{1,40})\](?!\()/.exec(source);
    return found ? { type: 'mention', raw: found[0], label: found[1] } : undefined;
  },
  renderer: ({ raw, label }) => `<span data-mention="${escaped(label)}">${escaped(raw)}</span>`,
};

const marked = new Marked({
  gfm: true,
  breaks: false,
  extensions: [formulaBlock, formula, footnote, mention, citation],
  tokenizer: {
    emStrong: emphasis,
    // One tilde means "about". `false` means the default handling.
    del: (source) => (source.startsWith('~~') ? false : undefined),
  },
  renderer: {
    html: ({ text }) => withTags(text),
    code: ({ text, lang }) => `<pre class="code" data-language="${escaped(languageOf(lang))}"><code>${escaped(text)}</code></pre>`,
    image({ href, text }) {
      // A picture on another server would tell that server that the user has viewed it.
      if (isPicture(href)) return `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`;
      return `<a href="${escaped(href)}">${text ? `${escaped(text)}: ` : ''}${escaped(href)}</a>`;
    },
  },
});

// The smallest build is not a module and defines a global.
const purifier = globalThis.DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.localName !== 'a' || !node.hasAttribute('href')) return;
  if (isOwn(node.getAttribute('href') ?? '')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});
const RULES = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'button', 'select', 'textarea', 'video', 'audio'],
  FORBID_ATTR: ['style', 'id', 'name', 'srcset'],
  RETURN_TRUSTED_TYPE: true,
};

/** What may be written from right to left: the first letter decides, for each by itself. */
const DIRECTED = 'p, li, ul, ol, h1, h2, h3, h4, h5, h6, th, td, blockquote, .footnote';

/** @param {string} [info] */
const languageOf = (info) => (info ?? '').split(/\s/)[0].slice(0, 30);
/** @param {string} language */
const elementOf = (language) => (language.toLowerCase() === 'mermaid' ? 'gh-diagram' : 'gh-code');

/**
 * @param {string} text
 * @param {string} language
 * @param {boolean} isLive
 */
function codeOf(text, language, isLive) {
  const code = document.createElement(elementOf(language));
  write(code, text, language, isLive);
  return code;
}

/**
 * @param {Element & { isLive?: boolean }} code
 * @param {string} text
 * @param {string} language
 * @param {boolean} [isLive]
 */
function write(code, text, language, isLive) {
  if (code.localName === 'gh-diagram' && !customElements.get('gh-diagram'))
    loadModule(() => import('./diagram.js')).catch((error) => console.warn('The diagrams stay unseen.', error));
  Object.assign(code, { text, language, isLive });
}

/** @param {string} [name] */
function blockOf(name) {
  const block = document.createElement('div');
  block.className = 'block';
  if (name) {
    block.dataset.shows = name;
    block.append(document.createElement(name));
  }
  return block;
}

/**
 * @param {HTMLElement} block
 * @param {import('marked').Token} token
 * @param {import('marked').Links} links
 * @param {boolean} isLive
 */
function fill(block, token, links, isLive) {
  if (token.type === 'code') {
    if (block.firstElementChild) write(block.firstElementChild, token.text, languageOf(token.lang), isLive);
    return;
  }
  const tokens = Object.assign([token], { links });
  // A TrustedHTML, which the types of the document do not know.
  block.innerHTML = /** @type {any} */ (purifier.sanitize(marked.parser(tokens), RULES));
  for (const table of block.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'table-box';
    box.tabIndex = 0;
    table.replaceWith(box);
    box.append(table);
  }
  for (const pre of /** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll('pre.code'))) {
    pre.replaceWith(codeOf(pre.textContent ?? '', pre.dataset.language ?? '', isLive));
  }
  for (const input of block.querySelectorAll('input')) input.setAttribute('aria-label', input.checked ? 'done' : 'to do');
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll(DIRECTED))) text.dir = 'auto';
  drawFormulas(block.querySelectorAll('[data-formula]'));
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
function buttonOf(text, label, act) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'link', textContent: text, onclick: act });
  button.setAttribute('aria-label', label);
  return button;
}

/**
 * Numbers the footnotes in the order in which the text names them. A name without a footnote stays as it is written.
 *
 * @param {HTMLElement} root
 */
function linkFootnotes(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const footnotes = root.querySelectorAll('[data-footnote]');
  const notes = new Map([...footnotes].map((note) => [note.dataset.footnote, note]));
  /** @type {NodeListOf<HTMLElement>} */
  const named = root.querySelectorAll('[data-mention]');
  const mentions = [...named].filter((name) => notes.has(name.dataset.mention));
  const labels = [...new Set([...mentions.map((name) => name.dataset.mention), ...notes.keys()])];
  for (const [at, label] of labels.entries()) {
    const note = /** @type {HTMLElement} */ (notes.get(label));
    const own = mentions.filter((name) => name.dataset.mention === label);
    const number = document.createElement('sup');
    number.textContent = String(at + 1);
    note.querySelectorAll(':scope > [data-part]').forEach((part) => part.remove());
    note.tabIndex = -1;
    note.prepend(number);
    /** @type {HTMLElement[]} */
    const parts = [number];
    if (own.length) {
      const back = buttonOf('↩', `Back to the place of footnote ${at + 1}`, () => own[0].querySelector('button')?.focus());
      note.append(back);
      parts.push(back);
    }
    for (const part of parts) part.dataset.part = '';
    for (const name of own) {
      const sign = document.createElement('sup');
      sign.append(buttonOf(String(at + 1), `Footnote ${at + 1}`, () => note.focus()));
      name.replaceChildren(sign);
    }
  }
}

/**
 * Markdown that may still grow: `text` and `isLive`. Blocks that are settled stay as they are; only what follows them is read again,
 * at most once a frame.
 */
class Markdown extends HTMLElement {
  #text = '';
  #settled = 0;
  #settledBlocks = 0;
  #frame = 0;
  #isLive = false;
  /** @type {Api.Citation[]} */
  #citations = [];

  connectedCallback() {
    this.classList.add('prose');
    // Values that were set before this module was loaded hide the setters.
    const properties = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    for (const name of ['citations', 'isLive', 'text'].filter((own) => Object.hasOwn(this, own))) {
      const value = properties[name];
      delete properties[name];
      properties[name] = value;
    }
    if (!this.#isLive) this.#draw();
  }

  /** @param {string} text */
  set text(text) {
    if (text === this.#text) return;
    if (!text.startsWith(this.#text.slice(0, this.#settled))) this.#restart();
    this.#text = text;
    this.#plan();
  }

  /** @param {boolean} isLive */
  set isLive(isLive) {
    if (isLive === this.#isLive) return;
    this.#isLive = isLive;
    this.#plan();
  }

  /** The sources that the text cites by their numbers. @param {Api.Citation[]} citations */
  set citations(citations) {
    this.#citations = citations;
    if (citations.length) linkCitations(this, citations);
  }

  #restart() {
    this.#settled = 0;
    this.#settledBlocks = 0;
    this.replaceChildren();
  }

  #plan() {
    if (!this.#isLive) {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      if (this.isConnected) this.#draw();
    } else if (!this.#frame) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    }
  }

  #draw() {
    this.classList.toggle('caret', this.#isLive);
    const tokens = marked.lexer(this.#text.slice(this.#settled));
    const { links } = tokens;
    const last = tokens.findLastIndex((token) => token.type !== 'space' && token.type !== 'def');
    let at = this.#settledBlocks;
    for (const [number, token] of tokens.entries()) {
      const isSettled = number < last;
      if (token.type !== 'space' && token.type !== 'def') {
        let block = /** @type {HTMLElement | undefined} */ (this.children[at]);
        const name = token.type === 'code' ? elementOf(languageOf(token.lang)) : undefined;
        if (!block || block.dataset.shows !== name) {
          const fresh = blockOf(name);
          if (block) block.replaceWith(fresh);
          else this.append(fresh);
          block = fresh;
        }
        fill(block, token, links, this.#isLive && !isSettled);
        at += 1;
      }
      if (isSettled) {
        this.#settled += token.raw.length;
        this.#settledBlocks = at;
      }
    }
    while (this.children.length > at) this.lastElementChild?.remove();
    if (this.#text.includes('[^')) linkFootnotes(this);
    if (this.#citations.length) linkCitations(this, this.#citations);
  }
}
define('gh-markdown', Markdown);
