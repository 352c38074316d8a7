-- Tasks that wait. A queued task in state 2 cannot be claimed: before ready_at while its start has not come, it pauses between
-- two attempts, or waits for its owner (held); without ready_at until its concurrency key is free. Such tasks count among those
-- of their user, and not in the capacity of the queue.

-- start_at: the start that the task was given; its time to live begins there. options: what readers see of its keys, and the
-- task that it repeats, as JSON.
ALTER TABLE task_queue
    ADD COLUMN start_at timestamptz,
    ADD COLUMN options text,
    ADD COLUMN concurrency_key text,
    ADD COLUMN concurrency_limit integer,
    ADD COLUMN unique_key text,
    -- How a sleeping task ends: 5 completed, 6 failed; null means completed.
    ADD COLUMN outcome_state smallint;
ALTER TABLE ended_tasks
    ADD COLUMN start_at timestamptz,
    ADD COLUMN options text,
    -- Whether another task repeats it.
    ADD COLUMN retried boolean NOT NULL DEFAULT false;

CREATE UNIQUE INDEX task_queue_unique ON task_queue (owner, unique_key) WHERE unique_key IS NOT NULL;
CREATE INDEX task_queue_waiting_for_key ON task_queue (owner, concurrency_key, concurrency_limit, place)
    WHERE state = 2 AND ready_at IS NULL;
CREATE INDEX task_queue_with_key ON task_queue (owner, concurrency_key) WHERE concurrency_key IS NOT NULL AND state <> 2;

-- Those that count for a user among the waiting ones.
CREATE INDEX task_queue_waiting_of ON task_queue ((coalesce(counts_for, owner))) WHERE state = 2;
DROP INDEX task_queue_held;
CREATE INDEX task_queue_held ON task_queue (owner, id) WHERE held;

CREATE INDEX ended_tasks_to_retry ON ended_tasks (owner, state, id) WHERE state >= 6 AND part IS NULL AND NOT retried;

CREATE OR REPLACE VIEW tasks AS
SELECT q.id, q.owner, q.profile_id, q.type, q.priority, q.tools, q.input, q.part, q.created_at, q.expires_at, q.state,
    q.attempts, q.fence, q.started_at, CAST(NULL AS timestamptz) AS completed_at, q.past, CAST(NULL AS text) AS result,
    q.holder, q.since, q.heard_at, (SELECT n.heard_at FROM task_nodes n WHERE n.id = q.holder) AS node_heard_at, q.key_id,
    q.counts_for, q.ready_at, q.retry, q.start_at, q.options
FROM task_queue q
UNION ALL
SELECT e.id, e.owner, e.profile_id, e.type, e.priority, e.tools, e.input, e.part, e.created_at, e.expires_at, e.state,
    e.attempts, e.fence, e.started_at, e.completed_at, e.past, e.result,
    CAST(NULL AS text), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), e.key_id,
    e.counts_for, CAST(NULL AS timestamptz), e.retry, e.start_at, e.options
FROM ended_tasks e;
