-- A dashboard counts a user's ended tasks without test runs, chats with messages, and runs, from indexes alone.
DROP INDEX ended_tasks_by_owner;
CREATE INDEX ended_tasks_by_owner ON ended_tasks (owner, state, id) INCLUDE (type);
CREATE INDEX runs_by_starter ON runs (started_by, status);
