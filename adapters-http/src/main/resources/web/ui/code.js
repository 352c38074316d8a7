import { html, nothing } from 'lit';
import { Element as LightElement, define } from './element.js';
import { copy } from './copy.js';
import { icon } from './icon.js';
import { loadModule } from './load.js';

const LANGUAGES = {
  bash: ['sh', 'shell', 'zsh', 'console'],
  css: [],
  diff: ['patch'],
  go: ['golang'],
  ini: ['toml', 'properties'],
  java: [],
  javascript: ['js', 'mjs', 'jsx'],
  json: ['jsonc'],
  kotlin: ['kt'],
  markdown: ['md'],
  python: ['py'],
  rust: ['rs'],
  sql: [],
  typescript: ['ts', 'tsx'],
  xml: ['html', 'svg'],
  yaml: ['yml'],
  csharp: ['cs'],
  cpp: ['c', 'h', 'c++'],
};
const BY_NAME = new Map(Object.entries(LANGUAGES).flatMap(([name, others]) => [name, ...others].map((alias) => [alias, name])));
const LONGEST = 60_000;

/** The core is only a CommonJS module: it gets a `module` to fill while it is evaluated. */
async function loadCore() {
  const module = { exports: {} };
  globalThis.module = module;
  try {
    await import('highlight.js/lib/core.js');
  } finally {
    delete globalThis.module;
  }
  return module.exports;
}

/** @type {Promise<any> | undefined} */
let core;

/** @typedef {{ scope?: string, children: (string | Emitted)[] }} Emitted */

/** Loads the highlighter and one language; undefined for an unknown language. @param {string} [language] */
async function highlighter(language) {
  const name = BY_NAME.get(language?.toLowerCase() ?? '');
  if (!name) return undefined;
  core ??= loadModule(loadCore).catch(() => (core = undefined));
  const hljs = await core;
  if (hljs && !hljs.getLanguage(name))
    hljs.registerLanguage(name, (await loadModule(() => import(`highlight.js/es/languages/${name}.js`))).default);
  return hljs && { hljs, name };
}

/**
 * Converts the highlighter's output to nodes, without parsing HTML: the output has only spans with classes and text.
 *
 * @param {{ rootNode: Emitted }} emitted
 */
function nodesOf(emitted) {
  const fragment = document.createDocumentFragment();
  /**
   * @param {Emitted} node
   * @param {Node & ParentNode} parent
   */
  const walk = (node, parent) => {
    for (const child of node.children) {
      if (typeof child === 'string') {
        parent.append(child);
      } else {
        const span = document.createElement('span');
        if (child.scope)
          span.className = child.scope
            .split('.')
            .map((part, at) => (at ? `${part}${'_'.repeat(at)}` : `hljs-${part}`))
            .join(' ');
        walk(child, span);
        parent.append(span);
      }
    }
  };
  walk(emitted.rootNode, fragment);
  return fragment;
}

/**
 * Colours a `<code>` element that is in the document. Does nothing when the language is unknown.
 *
 * @param {Element} code
 * @param {string} [language]
 */
export async function highlight(code, language) {
  const text = code.textContent;
  if (text.length > LONGEST) return;
  try {
    const found = await highlighter(language);
    if (!found || code.textContent !== text) return;
    const result = found.hljs.highlight(text, { language: found.name, ignoreIllegals: true });
    code.replaceChildren(nodesOf(result._emitter));
  } catch {
    // Colours are optional: the text stays.
  }
}

/** @typedef {{ text: string, language?: string, isLive?: boolean }} Properties */

class Code extends /** @type {Ui.With<typeof LightElement, Properties>} */ (LightElement) {
  static properties = { text: { attribute: false }, language: {}, isLive: { attribute: false } };

  /** @type {string | undefined} */
  #code;
  /** @type {string | undefined} */
  #coloured;

  render() {
    return html`<div class="code">
      ${this.language ? html`<div class="code-head"><span>${this.language}</span>${this.#button()}</div>` : nothing}
      <pre tabindex="0"><code></code></pre>${this.language ? nothing : this.#button('copy')}</div>`;
  }

  updated() {
    const code = this.querySelector('code');
    if (!code) return;
    if (this.#code !== this.text) code.textContent = this.text;
    else if (this.isLive || this.#coloured === this.text) return;
    this.#code = this.text;
    if (this.isLive) return;
    this.#coloured = this.text;
    highlight(code, this.language);
  }

  /** @param {string} [look] */
  #button(look = '') {
    return html`<button type="button" class="btn quiet small only ${look}" aria-label="Copy the code" title="Copy"
      @click=${() => copy(this.text)}>${icon('copy', 's')}</button>`;
  }
}
define('gh-code', Code);

/**
 * Code with a button that copies it. `language` is shown above, and determines the colours when it is known.
 *
 * @param {string} text
 * @param {string} [language]
 */
export const codeBlock = (text, language = '') => html`<gh-code .text=${text} .language=${language}></gh-code>`;

/** A value as indented JSON. @param {unknown} value */
export const jsonBlock = (value) =>
  codeBlock(typeof value === 'string' ? value : JSON.stringify(value, null, 2), typeof value === 'string' ? '' : 'json');
