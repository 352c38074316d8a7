// Uses the streams of a server with the protocol's own client and prints what it got, as one line of JSON.
// node streams.cjs <folder with node_modules> <origin> <access token>
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, origin, token] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");

const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
const resumed = [];

/** Loses the connection of the first stream of a call after its first event with data. */
let isBroken = false;
async function fetching(url, options) {
  const last = new Headers(options?.headers).get("Last-Event-ID");
  if (last && !last.startsWith("tools.")) resumed.push(last);
  const response = await fetch(url, options);
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (isBroken || options?.method !== "POST" || !isStream) return response;
  isBroken = true;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const body = new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value);
      if (decoder.decode(value).includes("notifications/progress")) {
        await reader.cancel();
        controller.error(new Error("the connection is lost"));
      }
    },
  }, { highWaterMark: 0 });
  return new Response(body, { status: response.status, headers: response.headers });
}

async function main() {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers }, fetch: fetching });
  let changed;
  const change = new Promise((resolve) => (changed = resolve));
  const client = new Client(
    { name: "guildhall-test", version: "1.0.0" },
    { listChanged: { tools: { onChanged: (error, tools) => changed(error ? String(error) : tools.map(({ name }) => name)) } } },
  );
  await client.connect(transport);

  const progress = [];
  const waiting = client.callTool({ name: "builtin__wait", arguments: {} }, undefined, {
    onprogress: (notification) => {
      progress.push(notification.progress);
      // The second notification comes over the second connection.
      if (progress.length === 2) client.callTool({ name: "builtin__first", arguments: {} });
    },
  });
  const waited = await waiting;

  const parameters = { n: { type: "integer", description: "A number.", required: true } };
  const tool = { name: "acme.new", description: "New.", version: "1.0.0", integration: "acme", parameters };
  const registered = (await fetch(`${origin}/api/v1/tools`, { method: "POST", headers, body: JSON.stringify(tool) })).status;
  const tools = await change;
  console.log(JSON.stringify({ waited, progress, resumed, registered, tools }));
}

require("../run.cjs")(main);
