-- When a task is tried again, as JSON; null means by the rule of its type.
ALTER TABLE task_queue ADD COLUMN retry text;
ALTER TABLE ended_tasks ADD COLUMN retry text;

CREATE OR REPLACE VIEW tasks AS
SELECT q.id, q.owner, q.profile_id, q.type, q.priority, q.tools, q.input, q.part, q.created_at, q.expires_at, q.state,
    q.attempts, q.fence, q.started_at, CAST(NULL AS timestamptz) AS completed_at, q.past, CAST(NULL AS text) AS result,
    q.holder, q.since, q.heard_at, (SELECT n.heard_at FROM task_nodes n WHERE n.id = q.holder) AS node_heard_at, q.key_id,
    q.counts_for, q.ready_at, q.retry
FROM task_queue q
UNION ALL
SELECT e.id, e.owner, e.profile_id, e.type, e.priority, e.tools, e.input, e.part, e.created_at, e.expires_at, e.state,
    e.attempts, e.fence, e.started_at, e.completed_at, e.past, e.result,
    CAST(NULL AS text), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), e.key_id,
    e.counts_for, CAST(NULL AS timestamptz), e.retry
FROM ended_tasks e;
