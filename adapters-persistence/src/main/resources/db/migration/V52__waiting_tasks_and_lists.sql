-- A task in state 4 without a holder sleeps: no node or worker has it. It completes with its outcome at ready_at.
ALTER TABLE task_queue ADD COLUMN outcome text;
CREATE INDEX task_queue_sleeping ON task_queue (ready_at) WHERE state = 4 AND holder IS NULL;
CREATE INDEX task_queue_sleeping_of ON task_queue (coalesce(counts_for, owner)) WHERE state = 4 AND holder IS NULL;

CREATE OR REPLACE VIEW tasks AS
SELECT q.id, q.owner, q.profile_id, q.type, q.priority, q.tools, q.input, q.part, q.created_at, q.expires_at, q.state,
    q.attempts, q.fence, q.started_at, CAST(NULL AS timestamptz) AS completed_at, q.past, CAST(NULL AS text) AS result,
    q.holder, q.since, q.heard_at, (SELECT n.heard_at FROM task_nodes n WHERE n.id = q.holder) AS node_heard_at, q.key_id,
    q.counts_for, q.ready_at
FROM task_queue q
UNION ALL
SELECT e.id, e.owner, e.profile_id, e.type, e.priority, e.tools, e.input, e.part, e.created_at, e.expires_at, e.state,
    e.attempts, e.fence, e.started_at, e.completed_at, e.past, e.result,
    CAST(NULL AS text), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), e.key_id,
    e.counts_for, CAST(NULL AS timestamptz)
FROM ended_tasks e;

-- Lists of tasks by status and type, newest first, of one owner and of all. A list of several states reads one after the other.
CREATE INDEX ended_tasks_by_owner ON ended_tasks (owner, state, id);
DROP INDEX ended_tasks_of_owner;
CREATE INDEX ended_tasks_by_owner_and_type ON ended_tasks (owner, type, state, id);
CREATE INDEX ended_tasks_by_state ON ended_tasks (state, id);
CREATE INDEX ended_tasks_by_type ON ended_tasks (type, state, id);

CREATE INDEX workflows_by_owner ON workflows (owner, kind, id);
DROP INDEX workflows_of_owner;
CREATE INDEX workflows_by_owner_and_status ON workflows (owner, kind, status, id);
CREATE INDEX workflows_by_kind ON workflows (kind, id);
CREATE INDEX workflows_by_status ON workflows (kind, status, id);

CREATE INDEX runs_by_status ON runs (status, id);
CREATE INDEX runs_by_outcome ON runs (outcome, id) WHERE outcome IS NOT NULL;
CREATE INDEX runs_by_suite_and_status ON runs (suite, status, id);
CREATE INDEX runs_by_suite_and_outcome ON runs (suite, outcome, id) WHERE outcome IS NOT NULL;

-- The removal of old tasks reads the oldest ones, and nothing when none is old.
CREATE INDEX ended_tasks_by_end ON ended_tasks (completed_at) WHERE part IS NULL;
DROP INDEX ended_tasks_by_time;
