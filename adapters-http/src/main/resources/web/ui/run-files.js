import { html } from './element.js';
import { bytes, plural } from './format.js';
import { icon } from './icon.js';
import { copy } from './copy.js';
import { here } from './page.js';

/** @type {Record<string, string>} */
const ICONS = { trace: 'route', video: 'video', picture: 'image', log: 'scroll-text', junit: 'file-code', attachment: 'paperclip' };

/** The files of a run, those of the run as a whole first, then test by test. `tests` are `{title}` by test, `links` are
 * signed ones, by name; `hasNew` says that Playwright's report calls tests passed whose pictures wait for their first approval.
 *
 * @param {Api.Artifact[]} artifacts
 * @param {Map<string, { title: string }>} tests
 * @param {Api.Links | undefined} links
 * @param {boolean} hasNew
 */
export function runFiles(artifacts, tests, links, hasNew) {
  const shown = artifacts.filter(({ kind }) => kind !== 'report');
  const signed = new Map(links?.artifacts.map(({ name, url }) => [name, url]));
  const groups = Object.entries(Object.groupBy(shown, ({ test }) => test ?? ''));
  return html`<section class="card flush"><div class="head"><h2>Files</h2>
      ${links?.report && hasNew ? html`<span class="small hide-s">Playwright's report shows tests with a new picture as passed.</span>`
        : ''}
      ${links?.report ? html`<a class="btn small" href=${links.report} target="_blank"
        rel="noopener">${icon('external-link', 's')}${new URL(links.report, location.href).origin === location.origin
        ? 'Download the report' : 'Open the report'}</a>` : ''}</div>
    ${groups.map(([test, files = []]) => html`<details class="files" ?open=${!test}>
      <summary>${icon('chevron-right', 's fold')}<span class="grow clip">${test ? (tests.get(test)?.title ?? test)
        : 'The whole run'}</span><span class="small">${plural(files.length, 'file')}</span></summary>
      <ul class="items">${files.map((file) => item(file, signed.get(file.name)))}</ul></details>`)}
  </section>`;
}

/**
 * @param {Api.Artifact} file
 * @param {string} [link]
 */
const item = (file, link) => {
  const name = file.name.split('/').at(-1);
  return html`<li>${icon(ICONS[file.kind] ?? 'file')}<span class="grow clip">${name}</span><span
    class="small num hide-s">${bytes(file.size)}</span>
    ${file.kind === 'trace' && link
      ? html`<button class="btn small quiet" title="Copies npx playwright show-trace with a link that needs no sign-in for two hours"
      @click=${() => copy(`npx playwright show-trace '${link}'`, 'Command copied')}>${icon('terminal', 's')}<span
        class="hide-s">Copy command</span></button>` : ''}
    ${file.kind === 'video' ? html`<a class="btn small quiet" href=${here(file.url)} target="_blank"
      rel="noopener">${icon('play', 's')}Watch</a>` : ''}
    <a class="btn small quiet only" href=${here(file.url)} download=${name} aria-label="Download ${name}"
      title="Download">${icon('download', 's')}</a></li>`;
};
