-- A dashboard counts a user's ended tasks without test runs, chats with messages, and runs, from indexes alone. Ends of tasks
-- wait while the first index is created, up to a minute for ten million ended tasks; nothing waits that reads.
CREATE INDEX ended_tasks_counted ON ended_tasks (owner, state) WHERE type <> 'test-run';
CREATE INDEX runs_by_starter ON runs (started_by, status);
