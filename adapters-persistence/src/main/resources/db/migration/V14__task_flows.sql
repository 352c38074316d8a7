-- Owners take turns (start-time fair queueing). A flow is the tasks of one owner and priority. Where a task is kept behind
-- others of its flow, is_behind is true: the first such task of a priority is the front of its backlog, beside which tasks of
-- other owners are put. Of the tasks of a flow that one statement keeps, the last has is_last: the next one is put behind it.

ALTER TABLE task_queue
    ADD COLUMN is_behind boolean NOT NULL DEFAULT false,
    ADD COLUMN is_last boolean NOT NULL DEFAULT false;
CREATE INDEX task_queue_backlog ON task_queue (state, priority, place) WHERE state <= 1 AND is_behind;
CREATE INDEX task_queue_flows ON task_queue (owner, state, priority, place) WHERE state <= 1 AND is_last;
