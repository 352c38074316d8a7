// Verifies a request to a webhook with the library of Standard Webhooks. Its input is one line, {secret, headers, body}.
const path = require('node:path');
const packages = process.argv[2];
const { Webhook } = require(path.join(packages, 'node_modules', 'standardwebhooks'));

let input = '';
process.stdin.on('data', (chunk) => { input += chunk; });
process.stdin.on('end', () => {
    const { secret, headers, body } = JSON.parse(input);
    const webhook = new Webhook(secret);
    const verified = webhook.verify(body, headers);
    let refusal = null;
    try {
        webhook.verify(body + ' ', headers);
    } catch (error) {
        refusal = error.name;
    }
    process.stdout.write(JSON.stringify({ type: verified.type, refusal }));
});
