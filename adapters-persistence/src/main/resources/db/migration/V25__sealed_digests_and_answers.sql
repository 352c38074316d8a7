-- Digests, failures and answers tell of the parameters of tools: a digest of a short value can be guessed, a failure quotes
-- values. They are sealed as well. The server seals what stands in the old columns at its next start.
ALTER TABLE tool_executions ADD COLUMN sealed_parameters_digest text, ADD COLUMN sealed_failure_message text;
ALTER TABLE tool_executions ALTER COLUMN parameters_digest DROP NOT NULL;
CREATE INDEX tool_executions_clear_digest ON tool_executions (id) WHERE parameters_digest IS NOT NULL;
CREATE INDEX tool_executions_clear_failure ON tool_executions (id) WHERE failure_message IS NOT NULL;

ALTER TABLE idempotency_keys ADD COLUMN sealed_digest text, ADD COLUMN sealed_answer text;
ALTER TABLE idempotency_keys ALTER COLUMN digest DROP NOT NULL;
CREATE INDEX idempotency_keys_clear_digest ON idempotency_keys (claimed_at) WHERE digest IS NOT NULL;
CREATE INDEX idempotency_keys_clear_answer ON idempotency_keys (claimed_at) WHERE answer IS NOT NULL;
