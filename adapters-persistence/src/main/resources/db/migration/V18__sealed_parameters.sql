-- What a tool was executed with is sealed like a credential. The server seals what stands in the old column at its next
-- start: the key is not the database's to know.
ALTER TABLE tool_executions ADD COLUMN sealed_parameters text;
ALTER TABLE tool_executions ALTER COLUMN parameters DROP NOT NULL;
CREATE INDEX tool_executions_unsealed ON tool_executions (id) WHERE parameters IS NOT NULL;
