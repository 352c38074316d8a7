-- Rows as a server of each version wrote them. A heading names the first and the last version of its statements; {v} is the
-- version, and sealed('text', 'purpose') an envelope.

-- versions 1-1
INSERT INTO installation VALUES (1, sealed('installation', 'secret-check'));

-- versions 1-
INSERT INTO users (id, email, password_hash, active_profile_id, created_at)
VALUES ('usr_{v}', 'ada{v}@example.org', 'hash', 'prf_{v}', '2026-01-01T00:00:00Z');
INSERT INTO profiles VALUES ('prf_{v}', 'usr_{v}', 'Ada {v}', 'https://example.org/a.png', '2026-01-01T00:00:00Z');
INSERT INTO sessions (id, user_id, created_at, expires_at, refresh_hash, token_expires_at)
VALUES ('ses_{v}', 'usr_{v}', now(), now() + interval '30 days', 'hash_{v}', now() + interval '1 day');
INSERT INTO used_refresh_tokens VALUES ('used_{v}', 'ses_{v}');
INSERT INTO chats VALUES ('chat_{v}', 'usr_{v}', 'v1', now(), now(), 2);
INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at)
VALUES ('chat_{v}', 1, 'user', 'Hello', '[]', now()), ('chat_{v}', 2, 'assistant', 'Hello from {v}', '[]', now());

-- versions 1-4
INSERT INTO signing_keys
VALUES ('key_{v}', sealed('private {v}', 'signing-key:key_{v}'), 'public', '2026-01-0{v}T00:00:00Z');

-- versions 5-
UPDATE sessions SET parent_hash = 'parent_{v}', successor_salt = 'salt', grace_ends_at = now() WHERE id = 'ses_{v}';
INSERT INTO signing_keys (key_id, sealed_private_key, public_key, created_at, status, active_from, retired_at)
VALUES ('key_{v}', sealed('private {v}', 'signing-key:key_{v}'), 'public', '2025-01-01T00:00:00Z', 'retired', now(), now());

-- versions 1-9
INSERT INTO memories (id, user_id, type, content, importance, tags, chat_id, created_at)
VALUES ('mem_{v}', 'usr_{v}', 'long_term', 'prefers tea', 0.5, '{drinks}', 'chat_{v}', now());

-- versions 10-
INSERT INTO memory_owners VALUES ('usr_{v}', 1, 0);
INSERT INTO memories (id, user_id, type, content, importance, tags, chat_id, created_at, source, fingerprint, revision,
    embedding, embedding_model)
VALUES ('mem_{v}', 'usr_{v}', 'long_term', 'prefers tea', 0.5, '{drinks}', 'chat_{v}', now(), NULL, 'tea', 1,
    '\x3f800000', 'model');
INSERT INTO disabled_tools VALUES ('usr_{v}', 'google.mail');
INSERT INTO chat_traces VALUES ('chat_{v}', 1, '{}');
INSERT INTO chat_summaries VALUES ('chat_{v}', 'a greeting', 1);

-- versions 2-
INSERT INTO groups VALUES ('grp_{v}', 'Friends {v}', 'of Ada', now());
INSERT INTO group_members VALUES ('mbr_{v}', 'grp_{v}', 'prf_{v}', 'owner', now());

-- versions 3-
UPDATE users SET email_verified = true WHERE id = 'usr_{v}';
INSERT INTO identities VALUES ('idn_{v}', 'usr_{v}', 'google', 'https://accounts.google.com', 'subject_{v}', now());
INSERT INTO oauth_states (hash, provider, redirect_uri, sealed_verifier, nonce, expires_at)
VALUES ('state_{v}', 'google', 'https://example.org/back', sealed('verifier', 'oauth-state:state_{v}'), 'nonce', now());

-- versions 4-
INSERT INTO audit_entries VALUES ('aud_{v}', 'usr_{v}', 'registered', '{}', now());

-- versions 6-
INSERT INTO tools (id, registrant, name, version, version_key, integration, description, search_text, parameters,
    required_scopes, visibility, source, status, created_at)
VALUES ('tool_{v}', 'usr_{v}', 'ada.echo', '1.0.0', '1', 'ada', 'Repeats a text', 'ada.echo repeats a text', '{}', '{}',
    'private', 'registry', 'active', now());
INSERT INTO learnt_queries (user_id, tool_name, query, learnt_at) VALUES ('usr_{v}', 'ada.echo', 'repeat', now());

-- versions 6-17
INSERT INTO tool_executions (id, tool_id, tool_name, user_id, parameters, parameters_digest, started_at, status,
    failure_kind, failure_message, duration_ms)
VALUES ('exec_{v}', 'tool_{v}', 'ada.echo', 'usr_{v}', '{"text": "{v}"}', 'digest', now(), 'failed', 'failed', 'no', 5);

-- versions 18-24
INSERT INTO tool_executions (id, tool_id, tool_name, user_id, sealed_parameters, parameters_digest, started_at, status,
    failure_kind, failure_message, duration_ms)
VALUES ('exec_{v}', 'tool_{v}', 'ada.echo', 'usr_{v}',
    sealed('{"text": "{v}"}', 'execution:usr_{v}:exec_{v}:parameters'), 'digest', now(), 'failed', 'failed', 'no', 5);

-- versions 6-24
INSERT INTO idempotency_keys (user_id, operation, key, digest, reference, claimed_at, answer)
VALUES ('usr_{v}', 'tasks', 'key_{v}', 'digest', 'task_{v}', now(), '{"id": "task_{v}"}');

-- versions 25-
INSERT INTO tool_executions (id, tool_id, tool_name, user_id, sealed_parameters, sealed_parameters_digest, started_at,
    status, failure_kind, sealed_failure_message, duration_ms)
VALUES ('exec_{v}', 'tool_{v}', 'ada.echo', 'usr_{v}',
    sealed('{"text": "{v}"}', 'execution:usr_{v}:exec_{v}:parameters'),
    sealed('digest', 'execution:usr_{v}:exec_{v}:digest'), now(), 'failed', 'failed',
    sealed('no', 'execution:exec_{v}:failure'), 5);
INSERT INTO idempotency_keys (user_id, operation, key, sealed_digest, reference, claimed_at, sealed_answer)
VALUES ('usr_{v}', 'tasks', 'key_{v}', sealed('digest', 'idempotency:digest:usr_{v}:tasks:key_{v}'), 'task_{v}', now(),
    sealed('{"id": "task_{v}"}', 'idempotency:answer:usr_{v}:tasks:key_{v}'));

-- versions 7-
INSERT INTO connections (user_id, integration, kind, sealed_credential, sealed_refresh_token, expires_at, granted_scopes,
    connected_at, revision)
VALUES ('usr_{v}', 'google', 'oauth', sealed('access {v}', 'connection:usr_{v}:google:credential'),
    sealed('refresh {v}', 'connection:usr_{v}:google:refresh-token'), now(), '{mail}', now(), 1);
INSERT INTO consents
VALUES ('consent_{v}', 'usr_{v}', 'google', 'https://example.org/back', '{mail}',
    sealed('verifier', 'consent:usr_{v}:google:consent_{v}'), now());

-- versions 9-
INSERT INTO usage_entries
VALUES ('use_{v}', now(), 'usr_{v}', 'openai', 'gpt', 7, 8, false, 'completed', 1, 20, 300);
INSERT INTO usage_days VALUES ('usr_{v}', '2026-01-01', 'gpt', 7, 8, 1);

-- versions 12-12
INSERT INTO tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, state, attempts, fence, unsettled,
    completed_at, result)
VALUES ('task_{v}', 'usr_{v}', 'prf_{v}', 'echo', 40, '{"of": "{v}"}', now(), now() + interval '1 hour', 5, 1, 1, false,
    now(), '{"done": true}'),
    ('task_{v}_queued', 'usr_{v}', 'prf_{v}', 'echo', 40, '{"of": "{v}"}', now(), now() + interval '1 hour', 0, 0, 0, false,
    NULL, NULL);
INSERT INTO task_queue (id, owner, type, created_at, expires_at, place, state, attempts, fence)
VALUES ('task_{v}_queued', 'usr_{v}', 'echo', now(), now() + interval '1 hour', 1, 0, 0, 0);

-- versions 13-
INSERT INTO ended_tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, state, attempts, fence,
    unsettled, completed_at, result)
VALUES ('task_{v}', 'usr_{v}', 'prf_{v}', 'echo', 40, '{"of": "{v}"}', now(), now() + interval '1 hour', 5, 1, 1, false,
    now(), '{"done": true}');
INSERT INTO task_queue (id, owner, profile_id, type, priority, input, created_at, expires_at, place, state, attempts, fence)
VALUES ('task_{v}_queued', 'usr_{v}', 'prf_{v}', 'echo', 40, '{"of": "{v}"}', now(), now() + interval '1 hour', {v}, 0, 0, 0);

-- versions 12-
INSERT INTO task_nodes (id, heard_at, lease_until) VALUES ('node_{v}', now(), now());
INSERT INTO task_kinds VALUES ('kind_{v}', 'usr_{v}', now(), now() + interval '1 hour');
INSERT INTO workflows VALUES ('wf_{v}', 'usr_{v}', 'prf_{v}', 'workflow', 'Two steps', '', NULL, 'RUNNING', now(), now());
INSERT INTO workflow_steps VALUES ('wf_{v}', 1, 'first', '{}', 'COMPLETED', 'task_{v}');

-- versions 15-
UPDATE tool_executions SET node = 'node_{v}' WHERE id = 'exec_{v}';

-- versions 16-
UPDATE oauth_states SET user_id = 'usr_{v}' WHERE hash = 'state_{v}';

-- versions 17-
UPDATE learnt_queries SET embedding = '\x3f800000', embedding_model = 'model' WHERE user_id = 'usr_{v}';
INSERT INTO learnt_tools VALUES ('usr_{v}', 'ada.echo', 1);

-- versions 28-
INSERT INTO runs (id, started_by, task_id, suite, request, status, outcome, platform, passed, failed, skipped, open, events,
    created_at, completed_at)
VALUES ('run_{v}', 'usr_{v}', 'task_{v}', 'suite', '{}', 'COMPLETED', 'PASSED', 'linux', 1, 0, 0, 0, 1, now(), now());
INSERT INTO run_items VALUES ('run_{v}', 'test', 'a test', 1, 'PASSED', '{}', NULL);
INSERT INTO run_events VALUES ('run_{v}', 1, '{}');
INSERT INTO run_content VALUES ('run_{v}', 'digest');
INSERT INTO baselines
VALUES ('suite', 'linux', 'key', {v}, false, 'project', 'file', 'name', 'digest', NULL, '1', 'run_{v}', now(), 'usr_{v}');

-- versions 30-
INSERT INTO web_sessions
VALUES ('web_{v}', 'usr_{v}', 'ses_{v}', sealed('access', 'web-session:web_{v}:access-token'),
    sealed('refresh', 'web-session:web_{v}:refresh-token'), now(), now(), now());
INSERT INTO web_chats VALUES ('chat_{v}', 'usr_{v}', 'Greetings', 'v1', now(), now());
INSERT INTO answers VALUES ('chat_{v}', 'ans_{v}', 'node_{v}', 'COMPLETED', 1, 2, now(), now(), false, now());
INSERT INTO answer_events VALUES ('chat_{v}', 1, 1, '[]');
INSERT INTO files VALUES ('file_{v}', 'usr_{v}', 'a.txt', 3, 'text/plain', repeat('a', 64), now());

-- versions 31-
UPDATE chat_messages SET ended = 'stopped' WHERE chat_id = 'chat_{v}' AND seq = 2;

-- versions 33-
UPDATE users SET roles = '{admin}', budget_amount = 10, budget_currency = 'USD', budget_period = 'day' WHERE id = 'usr_{v}';

-- versions 34-
INSERT INTO api_keys VALUES ('key_{v}', 'usr_{v}', 'script', 'gh_ab', 'hash_{v}', now(), NULL, now(), '{agent}', NULL, '{gpt}',
    5, 0, 1.5, 'USD', 'month');

-- versions 35-
INSERT INTO oauth_clients VALUES ('cli_{v}', 'editor', '{http://127.0.0.1/callback}', now(), now());
INSERT INTO authorized_codes
VALUES ('code_{v}', 'ses_{v}', 'usr_{v}', 'cli_{v}', 'editor', 'http://127.0.0.1/callback', 'challenge', now(), false);
UPDATE sessions SET client_id = 'cli_{v}', client_name = 'editor' WHERE id = 'ses_{v}';

-- versions 36-
UPDATE users SET last_seen_at = now() WHERE id = 'usr_{v}';
UPDATE task_nodes SET started_at = now(), version = '1', services = '{agent}' WHERE id = 'node_{v}';

-- versions 37-
UPDATE usage_entries SET key_id = 'key_{v}', cost = 0.25, cached_tokens = 3, reasoning_tokens = 2 WHERE id = 'use_{v}';
UPDATE usage_days SET cost = 0.25 WHERE user_id = 'usr_{v}';
INSERT INTO usage_key_days VALUES ('key_{v}', 'usr_{v}', '2026-01-01', 'gpt', 7, 8, 1, 0.25);

-- versions 38-
UPDATE groups SET service_account_id = 'usr_{v}' WHERE id = 'grp_{v}';

-- versions 41-
INSERT INTO sign_in_addresses VALUES ('usr_{v}', '192.0.2.1', now());

-- versions 42-
UPDATE api_keys SET made_by = 'usr_{v}' WHERE id = 'key_{v}';
UPDATE task_queue SET counts_for = 'usr_{v}' WHERE owner = 'usr_{v}';
UPDATE ended_tasks SET counts_for = 'usr_{v}' WHERE owner = 'usr_{v}';
UPDATE workflows SET counts_for = 'usr_{v}' WHERE owner = 'usr_{v}';
UPDATE usage_entries SET counts_for = 'usr_{v}' WHERE id = 'use_{v}';
INSERT INTO group_key_costs VALUES ('usr_{v}', '2026-01-01', 0.25);

-- versions 43-
UPDATE disabled_tools SET enabled = true WHERE user_id = 'usr_{v}';

-- versions 44-
UPDATE chats SET turn = 1 WHERE id = 'chat_{v}';
UPDATE chat_messages SET turn = 1 WHERE chat_id = 'chat_{v}' AND seq = 2;

-- versions 45-
UPDATE memories SET analysed_text = '\x00', embedding_scale = 1 WHERE id = 'mem_{v}';

-- versions 46-
INSERT INTO users (id, email, active_profile_id, created_at, disabled, removed_at)
VALUES ('usr_removed_{v}', 'usr_removed_{v}@removed.invalid', 'prf_removed_{v}', now(), true, now());

-- versions 47-
UPDATE chats SET media_bytes = 3 WHERE user_id = 'usr_{v}';

-- versions 48-
INSERT INTO memory_segments VALUES ('usr_{v}', 9, '');
INSERT INTO memory_deletions VALUES ('usr_{v}', 1, 'mem_deleted_{v}');
UPDATE memory_owners SET segments = 1 WHERE user_id = 'usr_{v}';

-- versions 49-
UPDATE memories SET counts_for = 'usr_{v}' WHERE id = 'mem_{v}';
UPDATE files SET counts_for = 'usr_{v}' WHERE id = 'file_{v}';
UPDATE chat_messages SET counts_for = 'usr_{v}' WHERE chat_id = 'chat_{v}' AND seq = 2;
UPDATE tools SET counts_for = 'usr_{v}' WHERE registrant = 'usr_{v}';

-- versions 50-
UPDATE answers SET handover = '{}' WHERE chat_id = 'chat_{v}';

-- versions 51-
INSERT INTO answer_pieces VALUES ('chat_{v}', 2, 1, 5, ' more');

-- versions 52-
UPDATE task_queue SET outcome = '{}' WHERE owner = 'usr_{v}';

-- versions 53-
UPDATE chat_messages SET notices = '["cut"]' WHERE chat_id = 'chat_{v}' AND seq = 2;

-- versions 57-
INSERT INTO chat_words VALUES ('chat_{v}', 1, 0, 1, '''00000000hello''');
UPDATE chats SET indexed = 1 WHERE id = 'chat_{v}';
UPDATE web_chats SET title_words = '''hello''' WHERE id = 'chat_{v}';

-- versions 62-
INSERT INTO usage_windows VALUES (date '2025-11-01' + {v}, 'usr_{v}', true);
INSERT INTO usage_sums VALUES ('usr_{v}', date '2025-11-01' + {v}, 7, 8, 1, 0.25);
INSERT INTO usage_key_sums VALUES ('usr_{v}', 'key_{v}', date '2025-11-01' + {v}, 7, 8, 1, 0.25);

-- versions 63-
UPDATE task_queue SET retry = '{"maxAttempts":5,"firstMicros":1000000,"factor":2,"longestMicros":300000000}' WHERE owner = 'usr_{v}';

-- versions 64-
UPDATE tools SET declared = '{"name":"echo","title":"Echo"}' WHERE registrant = 'usr_{v}';

-- versions 65-
INSERT INTO responses (user_id, id, depth, created_at, status, length, sealed_input, sealed_answer)
VALUES ('usr_{v}', 'resp_{v}', 1, now(), 'COMPLETED', 4, sealed('[]', 'response:usr_{v}:resp_{v}:input'),
    sealed('{}', 'response:usr_{v}:resp_{v}:answer'));
INSERT INTO response_events
VALUES ('usr_{v}', 'resp_{v}', '0000000000', 0, sealed('', 'response:usr_{v}:resp_{v}:events:0000000000'));

-- versions 68-
UPDATE connections SET sealed_registration = sealed('{}', 'connection:usr_{v}:google:registration')
WHERE user_id = 'usr_{v}' AND integration = 'google';
UPDATE consents SET sealed_registration = sealed('{}', 'consent:usr_{v}:google:consent_{v}:registration')
WHERE user_id = 'usr_{v}';

-- versions 69-
INSERT INTO tool_questions (id, chat_id, user_id, question, answer, expires_at)
VALUES ('ask_{v}', 'chat_{v}', 'usr_{v}', '{}', '{"action":"accept","content":{}}', now());
INSERT INTO tool_media VALUES ('med_{v}', 'chat_{v}', 2, 'usr_{v}', 'image/png', 3, 'abc');

-- versions 70-
UPDATE connections SET missing_scopes = '{write}', imported_at = now() WHERE user_id = 'usr_{v}' AND integration = 'google';
INSERT INTO sign_in_demands VALUES ('far_{v}', 'https://far.example/mcp', NULL, '{read}');

-- versions 71-
UPDATE responses SET task_id = 'task_{v}', fence = 2, first_event = 7 WHERE user_id = 'usr_{v}';

-- versions 72-
INSERT INTO models (name, version, choice, fallbacks, prices, context_tokens, groups, enabled, is_default)
VALUES ('model_{v}', 3, 'weighted', '{other}', '{"input":1,"output":2}', 16000, '{grp_1}', true, false);
INSERT INTO model_deployments
VALUES ('model_{v}', 'dep_1', 0, 'openai', 'http://localhost:1/v1', 'gpt', 'chat', 1,
    sealed('k3y', 'model-key:dep_1:model_{v}'));
UPDATE model_changes SET revision = revision + 1;

-- versions 74-
INSERT INTO settings (id, mail_from, sealed_smtp)
VALUES ('only', 'guildhall@example.org', sealed('smtp://127.0.0.1:1', 'settings:only')) ON CONFLICT DO NOTHING;
INSERT INTO invitations VALUES ('inv_{v}', 'hash_{v}', 'ada{v}@example.org', '{admin}', '{grp_{v} member}', 'usr_{v}', now(),
    now() + interval '7 days', true);
INSERT INTO account_tokens VALUES ('hash_{v}', 'password_reset', 'usr_{v}', 'ada{v}@example.org', now() + interval '1 hour');
INSERT INTO mails VALUES ('mail_{v}', 'invitation', 'ada{v}@example.org', sealed('token', 'mail:mail_{v}'), now(), 0,
    now() + interval '1 day');

-- versions 75-
INSERT INTO factors VALUES ('fac_{v}', 'usr_{v}', 'totp', sealed('secret', 'factor:fac_{v}'), 0, false, now(), NULL);
INSERT INTO recovery_codes VALUES ('usr_{v}', 'hash_{v}');

-- versions 76-
UPDATE sessions SET browser = 'Firefox', system = 'Linux', address = '192.0.2.1', last_used_at = now() WHERE id = 'ses_{v}';

-- versions 77-
INSERT INTO factors VALUES ('fac_p{v}', 'usr_{v}', 'passkey', NULL, 7, true, now(), now(), 'Phone', 'Y3JlZA{v}', 'a2V5', '{internal}');
INSERT INTO account_tokens VALUES ('hash_c{v}', 'passkey_sign_in', NULL, NULL, now() + interval '5 minutes');

-- versions 78-
INSERT INTO integrations
VALUES ('usr_{v}', 'notes', 2, now(), 'openapi', 'Notes', '', NULL, '{}', 'https://notes.example',
    sealed('{"X-Key":"k3y"}', 'integration-headers:notes:usr_{v}'), 'client',
    sealed('s3cret', 'integration-secret:notes:usr_{v}'), '{read}', false, NULL, NULL, '{}', now(), now(), NULL, 1, '[]');
UPDATE integration_changes SET revision = revision + 1;
UPDATE tools SET imported = true WHERE registrant = 'usr_{v}';

-- versions 79-
UPDATE models SET capabilities = '{images}' WHERE name = 'model_{v}';

-- versions 81-
INSERT INTO integration_logos VALUES ('usr_{v}', 'notes', 'image/gif', '\x474946383961'::bytea, now());

-- versions 82-
UPDATE web_chats SET model = 'demo' WHERE id = 'chat_{v}';
-- versions 85-
INSERT INTO assistants VALUES ('ast_{v}', 'usr_{v}', NULL, 1, 'Helper', '', false, NULL, now());
INSERT INTO assistant_versions VALUES ('ast_{v}', 1, '{"name":"Helper","description":"","instructions":"","collections":[],"memory":true,"starters":[],"visibility":"private"}', now());
UPDATE chats SET assistant = 'ast_{v}';
-- versions 86-
INSERT INTO collections
VALUES ('col_{v}', 'usr_{v}', NULL, 'Reports', '', 'private', NULL, now(), now());
INSERT INTO documents
VALUES ('doc_{v}', 'col_{v}', 'usr_{v}', 'usr_{v}', 'a.txt', 3, 'text/plain', repeat('a', 64), now(), 'ready', NULL, 1, 1, 1,
    'model', 2, 1, now());
INSERT INTO passages VALUES ('doc_{v}', 0, 1, 'Heading', 'Text.');
INSERT INTO document_words VALUES ('doc_{v}', '');
INSERT INTO document_embeddings VALUES ('doc_{v}', 0, '');
-- versions 88-
INSERT INTO approval_policies VALUES ('usr_{v}', '{"effects":{"read":"allow","write":"allow","destructive":"ask"},"tools":{}}');
INSERT INTO asking_tasks (task_id, user_id, created_at) VALUES ('task_{v}', 'usr_{v}', now());
INSERT INTO suspended_answers
VALUES ('chat_{v}', 'usr_{v}', 'chat_{v}', 'answer', sealed('{"handover":"{}"}', 'suspended-answer:chat_{v}'),
    now() + interval '1 year', NULL);
INSERT INTO approvals
VALUES ('apr_{v}', 'chat_{v}', 'usr_{v}', 'chat_{v}', NULL, 'c1', 'a.b', 'write', now() + interval '1 year', true, 'deny',
    'once',
    sealed('{}', 'approval:apr_{v}:parameters'), sealed('{"verdict":"deny","remember":"once"}', 'approval:apr_{v}:decision'));
-- versions 91-
INSERT INTO evaluation_cases VALUES ('case_{v}', 'ast_{v}',
    '{"input":"Hi","contains":["hello"],"requiredTools":[],"forbiddenTools":["a.*"],"execute":false}', now());
INSERT INTO evaluations VALUES ('eval_{v}', 'ast_{v}', 1, 'usr_{v}', NULL, 'task_{v}', '{case_{v}}', 'COMPLETED', NULL, now(), 1,
    now());
INSERT INTO evaluation_results VALUES ('eval_{v}', 'case_{v}', false, 'Go', '{no}', '{a.b}');
-- versions 93-
UPDATE asking_tasks SET chat_id = 'chat_{v}' WHERE task_id = 'task_{v}';
UPDATE approvals SET creator_chat_id = 'chat_{v}' WHERE id = 'apr_{v}';
-- versions 94-
UPDATE usage_entries SET assistant_id = 'ast_{v}', assistant_version = 1 WHERE id = 'use_{v}';
INSERT INTO usage_assistant_days VALUES ('ast_{v}', '2026-01-01', 1, 7, 8, 1, 0.25);
-- versions 99-
INSERT INTO schedules VALUES ('sch_{v}', 'usr_{v}', 'prf_{v}', 'key_{v}', NULL, 'Nightly', '0 3 * * *', NULL, NULL, 'Europe/Lisbon',
    'SKIP', 'LAST', 'TASK', '{"type":"echo"}', true, now(), now() + interval '1 year', now() + interval '1 year', now(), now());
INSERT INTO schedule_starts VALUES ('sch_{v}', now(), false, 'STARTED', 'TASK', 'task_{v}', 'task_{v}', true, NULL, NULL, NULL, now());
-- versions 100-
INSERT INTO triggers VALUES ('trg_{v}', 'usr_{v}', 'prf_{v}', 'key_{v}', NULL, 'Orders', 'TASK', '{"type":"echo"}', 'address_{v}',
    sealed('whsec_AAAA', 'trigger:trg_{v}'), now(), now());
INSERT INTO trigger_calls (trigger_id, called_at, work_kind, work_id) VALUES ('trg_{v}', now(), 'TASK', 'task_{v}');
-- versions 101-
UPDATE workflows SET retried_from = 'wf_{v}_before', events = 2, again_at = now() WHERE id = 'wf_{v}';
UPDATE workflow_steps SET output = '{"n":1}', began = 1, began_at = now(), ended = 2, ended_at = now() WHERE workflow_id = 'wf_{v}';
INSERT INTO workflow_definitions VALUES ('wfd_{v}', 'usr_{v}', NULL, 1, 'Digest', 1, now(), now());
INSERT INTO workflow_definition_versions VALUES ('wfd_{v}', 1, '{"name":"Digest","steps":[]}', now());
-- versions 97-
INSERT INTO webhooks VALUES ('whk_{v}', 'usr_{v}', NULL, NULL, 'https://example.org/hook', '{task.*}',
    sealed('whsec_s3cret', 'webhook:whk_{v}'), now(), NULL, NULL);
INSERT INTO webhook_deliveries VALUES ('dlv_{v}', 'whk_{v}', 'usr_{v}', 'task.failed', 'task_{v}', now(), NULL, true, 1, 2,
    '{"at":1767225600000,"ms":7,"status":200}');
-- versions 102-
UPDATE workflows SET hops = 2 WHERE id = 'wf_{v}';
