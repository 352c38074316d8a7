// Both generations of the official client: list, call, a picture, a question, and a prompt.
// node clients.mjs <address> <file with the token> [prefix of the names]
import { readFileSync } from 'node:fs';
import { Client as Newer, StreamableHTTPClientTransport as NewerTransport } from '@modelcontextprotocol/client';
import { Client as Older } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [address, file, prefix = ''] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` } };
const info = { name: 'check', version: '1.0.0' };
const capabilities = { elicitation: { form: {} } };
const accept = () => ({ action: 'accept', content: { name: 'Ada' } });

async function check(title, client, transport) {
    const seen = {};
    try {
        await client.connect(transport);
        seen.revision = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion;
        seen.tools = (await client.listTools()).tools.length;
        const picture = await client.callTool({ name: `${prefix}test_image_content`, arguments: {} });
        seen.picture = picture.content[0].type;
        const asked = await client.callTool({ name: `${prefix}test_input_required_result_elicitation`, arguments: {} });
        seen.asked = asked.content[0].text;
        seen.prompts = (await client.listPrompts()).prompts.length;
        seen.resources = (await client.listResources()).resources.length;
        await client.close();
    } catch (failure) {
        seen.failure = String(failure);
    }
    console.log(title, JSON.stringify(seen));
}

function newer(mode) {
    const client = new Newer(info, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler('elicitation/create', accept);
    return client;
}

const older = new Older(info, { capabilities });
older.setRequestHandler(ElicitRequestSchema, accept);
await check('sdk 1.x', older, new OlderTransport(new URL(address), { requestInit }));
for (const mode of [{ pin: '2026-07-28' }, 'auto', 'legacy']) {
    await check(`client 2.x ${JSON.stringify(mode)}`, newer(mode), new NewerTransport(new URL(address), { requestInit }));
}
process.exit(0);
