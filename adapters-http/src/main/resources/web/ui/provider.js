import { html } from 'lit';
import { codeBlock } from './code.js';
import { openDialog } from './dialog.js';

const LINE = 'GUILDHALL_LLM_PROVIDER=openai GUILDHALL_LLM_API_KEY=sk-…';

/** How an operator configures a model. */
export const explainProvider = () =>
  openDialog({
    title: 'Connect a model',
    body: () => html`
      <p>This server answers with its demo: it is enough to see streaming, tools and tasks, but it understands little. The operator
        connects a real model with two settings and a restart:</p>
      ${codeBlock(LINE, 'shell')}
      <p>They are environment variables, or lines of the configuration file. Any service that speaks the protocol of OpenAI will do:
        set <code>GUILDHALL_LLM_BASE_URL</code> to its address, for example that of a model on your own machine. The file
        <code>app-launcher/SETTINGS.md</code> lists every setting.</p>
      <p>The key stays on the server. It is never sent to a browser.</p>`,
    foot: ({ close }) => html`<button class="btn main" autofocus @click=${() => close()}>Done</button>`,
  });
