-- A claim for owners who hold no slot looks for the first waiting task of each of them, however many tasks of other owners
-- stand before it. The last task of a flow can end, or be claimed, before another one of the flow goes back to the queue: so
-- the index has all waiting tasks, in the order in which a loose index scan steps from one owner and priority to the next.

DROP INDEX task_queue_flows;
ALTER TABLE task_queue DROP COLUMN is_last;
CREATE INDEX task_queue_flows ON task_queue (state, owner, priority, place) WHERE state <= 1;
