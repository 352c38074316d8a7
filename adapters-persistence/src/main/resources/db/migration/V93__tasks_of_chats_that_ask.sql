-- A task, or a workflow with all its steps, whose calls wait for its owner; chat_id: the chat that created it.
ALTER TABLE asking_tasks ADD COLUMN chat_id text;

-- creator_chat_id: the chat that created the task. It is no foreign key: the task outlives the chat, and its calls wait on.
ALTER TABLE approvals ADD COLUMN creator_chat_id text;
CREATE INDEX approvals_creator_chat ON approvals (creator_chat_id, call_id) WHERE creator_chat_id IS NOT NULL;
DROP INDEX approvals_remembered;
CREATE INDEX approvals_remembered ON approvals ((coalesce(chat_id, creator_chat_id, task_id))) WHERE remember = 'chat';

-- The task waits for its owner: it takes no room in the queue, and counts among the sleeping tasks of its user.
ALTER TABLE task_queue ADD COLUMN held boolean NOT NULL DEFAULT false;
CREATE INDEX task_queue_held ON task_queue ((coalesce(counts_for, owner))) WHERE held;
