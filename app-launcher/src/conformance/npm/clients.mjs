// Both generations of the official client: list, call, a picture, a question, and a prompt.
// node clients.mjs <address> <file with the token> [prefix of the names]
// node clients.mjs <address> sign-in <address of a browser that allows everything> <file for the token of the last sign-in>
import { readFileSync, writeFileSync } from 'node:fs';
import { Client as Newer, StreamableHTTPClientTransport as NewerTransport } from '@modelcontextprotocol/client';
import { Client as Older } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [address, file, third = '', kept] = process.argv.slice(2);
const signsIn = file === 'sign-in';
const prefix = signsIn ? '' : third;
const headers = signsIn ? {} : { Authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` };
const info = { name: 'check', version: '1.0.0' };
const capabilities = { elicitation: { form: {} } };
const accept = () => ({ action: 'accept', content: { name: 'Ada' } });

/** Registers, and sends the browser where the server says; the browser allows it at once. */
class SignIn {
    redirectUrl = 'http://127.0.0.1:9/callback';
    clientMetadata = {
        client_name: 'Check', redirect_uris: [this.redirectUrl], grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'], token_endpoint_auth_method: 'none',
    };
    clientInformation() { return this.client; }
    saveClientInformation(client) { this.client = client; }
    tokens() { return this.granted; }
    saveTokens(tokens) { this.granted = tokens; }
    codeVerifier() { return this.verifier; }
    saveCodeVerifier(verifier) { this.verifier = verifier; }
    discoveryState() { return this.discovered; }
    saveDiscoveryState(state) { this.discovered = state; }
    async redirectToAuthorization(url) {
        const allowed = await fetch(third, { method: 'POST', body: String(url) });
        this.back = new URL(await allowed.text()).searchParams;
    }
}

async function connected(create, Transport) {
    const authProvider = signsIn ? new SignIn() : undefined;
    const transport = () => new Transport(new URL(address), { requestInit: { headers }, authProvider });
    const first = { client: create(), transport: transport() };
    try {
        await first.client.connect(first.transport);
        return first;
    } catch (failure) {
        if (!authProvider?.back) throw failure;
    }
    await first.transport.finishAuth(authProvider.back.get('code'), authProvider.back.get('iss'));
    writeFileSync(kept, authProvider.granted.access_token);
    const second = { client: create(), transport: transport(), signedIn: true };
    await second.client.connect(second.transport);
    return second;
}

async function check(title, create, Transport) {
    const seen = {};
    try {
        const { client, transport, signedIn } = await connected(create, Transport);
        seen.signedIn = signedIn;
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

const newer = mode => () => {
    const client = new Newer(info, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler('elicitation/create', accept);
    return client;
};

function older() {
    const client = new Older(info, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, accept);
    return client;
}

await check('sdk 1.x', older, OlderTransport);
for (const mode of [{ pin: '2026-07-28' }, 'auto', 'legacy']) {
    await check(`client 2.x ${JSON.stringify(mode)}`, newer(mode), NewerTransport);
}
process.exit(0);
