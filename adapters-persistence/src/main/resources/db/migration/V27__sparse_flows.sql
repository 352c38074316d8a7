-- An index that has each waiting task costs more than a tenth of what it costs to keep a task, so there is none for the order
-- of the owners alone. The last task of a flow is found by tasks that have is_mark: the last one of those that one statement
-- keeps, each sixteenth of them, and what goes back to the queue. The front of a backlog stands near the front of the queue,
-- and so do the tasks of owners who hold no slot: task_queue_ready finds them, those for workers outside too.

DROP INDEX task_queue_flows;
DROP INDEX task_queue_backlog;
DROP INDEX task_queue_ready;
ALTER TABLE task_queue ADD COLUMN is_mark boolean NOT NULL DEFAULT true;
CREATE INDEX task_queue_flows ON task_queue (owner, state, priority, place) WHERE state <= 1 AND is_mark;
CREATE INDEX task_queue_ready ON task_queue (state, place) WHERE state <= 1;
