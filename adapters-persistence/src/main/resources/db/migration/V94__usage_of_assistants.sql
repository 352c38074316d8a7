-- For the answer of which assistant a request was made. It is no foreign key: the entry outlives the assistant.
ALTER TABLE usage_entries ADD COLUMN assistant_id text;
ALTER TABLE usage_entries ADD COLUMN assistant_version integer;

-- The part of the daily sums that answers of each version of an assistant used, of all users together.
CREATE TABLE usage_assistant_days (
    assistant_id text NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
    day date NOT NULL,
    version integer NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    cost numeric,
    PRIMARY KEY (assistant_id, day, version)
);
CREATE INDEX usage_assistant_days_by_day ON usage_assistant_days (day);
