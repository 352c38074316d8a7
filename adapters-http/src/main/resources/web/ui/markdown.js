// A model's text as HTML. Raw HTML in it is shown as text; the result is sanitised and becomes a TrustedHTML.
import 'dompurify';
import { Marked } from 'marked';
import { define } from './element.js';
import './code.js';

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);

const isOwn = (href) => {
  try {
    return new URL(href, location.href).origin === location.origin;
  } catch {
    return false;
  }
};

/** Pictures may only come from files and test runs: a GET of another address of this server may have an effect. */
const isPicture = (href) => isOwn(href) && /^\/(api\/files|(web\/)?api\/v1\/runs\/.*)$/.test(new URL(href, location.href).pathname);

const marked = new Marked({
  gfm: true,
  breaks: false,
  tokenizer: {
    // A footnote is not a link target: it stays a paragraph. `false` means the default handling.
    def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false),
  },
  renderer: {
    html: ({ text }) => escaped(text),
    code: ({ text }) => `<pre class="code" tabindex="0"><code>${escaped(text)}</code></pre>`,
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
  if (isOwn(node.getAttribute('href'))) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});
const RULES = { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'button', 'select', 'textarea', 'video', 'audio'], FORBID_ATTR: ['style', 'id', 'name', 'srcset'], RETURN_TRUSTED_TYPE: true };

function blockOf(token) {
  const block = document.createElement('div');
  block.className = 'block';
  if (token.type === 'code') {
    block.append(document.createElement('gh-code'));
  }
  return block;
}

function fill(block, token, links, isLive) {
  if (token.type === 'code') {
    const code = block.firstElementChild;
    code.language = (token.lang ?? '').split(/\s/)[0].slice(0, 30);
    code.text = token.text;
    code.isLive = isLive;
    return;
  }
  const tokens = [token];
  tokens.links = links;
  block.innerHTML = purifier.sanitize(marked.parser(tokens), RULES);
  for (const table of block.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'table-box';
    box.tabIndex = 0;
    table.replaceWith(box);
    box.append(table);
  }
  for (const input of block.querySelectorAll('input')) input.setAttribute('aria-label', input.checked ? 'done' : 'to do');
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

  connectedCallback() {
    this.classList.add('prose');
    // Values that were set before this module was loaded hide the setters.
    for (const name of ['isLive', 'text'].filter((own) => Object.hasOwn(this, own))) {
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    if (!this.#isLive) this.#draw();
  }

  set text(text) {
    if (text === this.#text) return;
    if (!text.startsWith(this.#text.slice(0, this.#settled))) this.#restart();
    this.#text = text;
    this.#plan();
  }

  set isLive(isLive) {
    if (isLive === this.#isLive) return;
    this.#isLive = isLive;
    this.#plan();
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
        let block = this.children[at];
        const isCode = token.type === 'code';
        if (!block || (block.firstElementChild?.localName === 'gh-code') !== isCode) {
          const fresh = blockOf(token);
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
    while (this.children.length > at) this.lastElementChild.remove();
  }
}
define('gh-markdown', Markdown);
