-- A task stands in one of two tables. As long as it has not ended, all of it is in the queue; its end moves it to the ended
-- ones, where it is written once. Who wants to know of a task asks the view.

ALTER TABLE tasks RENAME TO ended_tasks;
ALTER INDEX tasks_pkey RENAME TO ended_tasks_pkey;
ALTER INDEX tasks_of_owner RENAME TO ended_tasks_of_owner;
ALTER INDEX tasks_of_part RENAME TO ended_tasks_of_part;
ALTER INDEX tasks_unsettled RENAME TO ended_tasks_unsettled;

ALTER TABLE task_queue
    ADD COLUMN profile_id text,
    ADD COLUMN priority smallint,
    ADD COLUMN tools text,
    ADD COLUMN input text,
    ADD COLUMN part text;
UPDATE task_queue q
SET profile_id = t.profile_id, priority = t.priority, tools = t.tools, input = t.input, part = t.part
FROM ended_tasks t
WHERE t.id = q.id;
DELETE FROM ended_tasks WHERE state < 5;
ALTER TABLE task_queue
    ALTER COLUMN profile_id SET NOT NULL,
    ALTER COLUMN priority SET NOT NULL,
    ALTER COLUMN input SET NOT NULL;
-- Large inputs leave the queue as soon as the rest.
ALTER TABLE task_queue SET (
    toast.autovacuum_vacuum_scale_factor = 0.02,
    toast.autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX task_queue_of_part ON task_queue (part) WHERE part IS NOT NULL;

ALTER TABLE ended_tasks
    ALTER COLUMN completed_at SET NOT NULL,
    ADD CHECK (state >= 5);
-- Rows come in the order of their ends: ranges of pages find the old ones by that.
DROP INDEX tasks_by_time;
CREATE INDEX ended_tasks_by_time ON ended_tasks USING brin (completed_at);
-- Nothing of most of them changes any more.
ALTER TABLE ended_tasks RESET (fillfactor);

-- Every task as it is, and when its node was last heard of while one has it.
CREATE VIEW tasks AS
SELECT q.id, q.owner, q.profile_id, q.type, q.priority, q.tools, q.input, q.part, q.created_at, q.expires_at, q.state,
    q.attempts, q.fence, q.started_at, CAST(NULL AS timestamptz) AS completed_at, q.past, CAST(NULL AS text) AS result,
    q.holder, q.since, q.heard_at, (SELECT n.heard_at FROM task_nodes n WHERE n.id = q.holder) AS node_heard_at
FROM task_queue q
UNION ALL
SELECT e.id, e.owner, e.profile_id, e.type, e.priority, e.tools, e.input, e.part, e.created_at, e.expires_at, e.state,
    e.attempts, e.fence, e.started_at, e.completed_at, e.past, e.result,
    CAST(NULL AS text), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz)
FROM ended_tasks e;
