// Uses OpenAI's own client with an API key, revokes the key, tries again, and prints the results as one line of JSON.
// node key-client.cjs <folder with node_modules> <address> <API key> <address of the key> <access token of its owner>
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, address, key, keyAddress, owner] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const { OpenAI } = load("openai");

const client = new OpenAI({ apiKey: key, baseURL: address, maxRetries: 0 });
const asking = { model: "piecewise", messages: [{ role: "user", content: "hello" }] };

const whole = async () => (await client.chat.completions.create(asking)).choices[0].message.content;

async function pieces() {
  const found = [];
  for await (const chunk of await client.chat.completions.create({ ...asking, stream: true })) {
    const piece = chunk.choices[0]?.delta?.content;
    if (piece) found.push(piece);
  }
  return found;
}

async function models() {
  const found = [];
  for await (const one of client.models.list()) found.push(one.id);
  return found;
}

const failure = (promise) =>
  promise.then(
    (result) => ({ result }),
    (error) => ({ name: error.constructor.name, status: error.status, code: error.code, type: error.type, message: error.message }),
  );

async function main() {
  const seen = { whole: await whole(), models: await models() };
  const streamed = await pieces();
  seen.streamed = streamed.join("");
  seen.pieces = streamed.length;
  seen.revoked = (await fetch(keyAddress, { method: "DELETE", headers: { Authorization: `Bearer ${owner}` } })).status;
  seen.refusedWhole = await failure(whole());
  seen.refusedStream = await failure(pieces());
  seen.refusedModels = await failure(models());
  console.log(JSON.stringify(seen));
}

require("../run.cjs")(main);
