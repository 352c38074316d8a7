import { html } from 'lit';
import { codeBlock } from './code.js';
import { session } from '../state.js';
import { openDialog } from './dialog.js';
import { connectModel } from './model-form.js';

const LINES = [
  'GUILDHALL_LLM_PROVIDER=openai GUILDHALL_LLM_API_KEY=sk-…',
  'GUILDHALL_LLM_PROVIDER=anthropic GUILDHALL_LLM_API_KEY=sk-ant-…',
  'GUILDHALL_LLM_PROVIDER=ollama GUILDHALL_LLM_MODEL=qwen3',
].join('\n');

/** Connects a model, or says to users who are no admins how an operator does it. */
export const explainProvider = () => (session.isAdmin ? connectModel() : explain());

const explain = () =>
  openDialog({
    title: 'Connect a model',
    body: () => html`
      <p>This server answers with its demo: it is enough to see streaming, tools and tasks, but it understands little. An
        administrator connects a real model in the administration, and the operator with these settings and a restart, for example:</p>
      ${codeBlock(LINES, 'shell')}
      <p>They are environment variables, or lines of the configuration file. The variables of the providers' own tools are read too, such
        as <code>OPENAI_API_KEY</code>, <code>ANTHROPIC_API_KEY</code> and <code>OLLAMA_BASE_URL</code>. For another service with the
        protocol of OpenAI, set <code>GUILDHALL_LLM_BASE_URL</code> to its address. The file
        <code>app-launcher/SETTINGS.md</code> lists every setting.</p>
      <p>The key stays on the server. It is never sent to a browser.</p>`,
    foot: ({ close }) => html`<button class="btn main" autofocus @click=${() => close()}>Done</button>`,
  });
