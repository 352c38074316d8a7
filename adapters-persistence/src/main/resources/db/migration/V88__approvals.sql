-- What agents may do for a user: the rules of effects and of tools, as JSON.
CREATE TABLE approval_policies (
    user_id text PRIMARY KEY,
    policy text NOT NULL
);

-- Tasks whose calls wait for their owners where the policies say so.
CREATE TABLE asking_tasks (
    task_id text PRIMARY KEY,
    user_id text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX asking_tasks_user ON asking_tasks (user_id);
CREATE INDEX asking_tasks_created_at ON asking_tasks (created_at);

-- Answers in chats and of tasks that wait until their users have decided about calls; a node removes the row when it
-- continues the answer. decided_at: since when no call waits any more.
CREATE TABLE suspended_answers (
    work_id text PRIMARY KEY,
    user_id text NOT NULL,
    chat_id text REFERENCES chats (id) ON DELETE CASCADE,
    kind text NOT NULL,
    sealed_state text NOT NULL,
    expires_at timestamptz NOT NULL,
    decided_at timestamptz
);
CREATE INDEX suspended_answers_chat ON suspended_answers (chat_id);
CREATE INDEX suspended_answers_user ON suspended_answers (user_id);
CREATE INDEX suspended_answers_expires_at ON suspended_answers (expires_at);
CREATE INDEX suspended_answers_decided_at ON suspended_answers (decided_at) WHERE decided_at IS NOT NULL;

-- Calls of tools that wait for their users, or waited. open: their answer waits still.
CREATE TABLE approvals (
    id text PRIMARY KEY,
    work_id text NOT NULL,
    user_id text NOT NULL,
    chat_id text REFERENCES chats (id) ON DELETE CASCADE,
    task_id text,
    call_id text NOT NULL,
    tool text NOT NULL,
    effect text NOT NULL,
    expires_at timestamptz NOT NULL,
    open boolean NOT NULL,
    verdict text,
    remember text,
    sealed_parameters text NOT NULL,
    sealed_decision text
);
CREATE INDEX approvals_work ON approvals (work_id) WHERE open;
CREATE INDEX approvals_chat ON approvals (chat_id, call_id);
CREATE INDEX approvals_task ON approvals (task_id, call_id) WHERE task_id IS NOT NULL;
CREATE INDEX approvals_waiting ON approvals (user_id, id) WHERE open AND verdict IS NULL;
CREATE INDEX approvals_user ON approvals (user_id);
CREATE INDEX approvals_expires_at ON approvals (expires_at) WHERE NOT open;
CREATE INDEX approvals_remembered ON approvals ((coalesce(chat_id, task_id))) WHERE remember = 'chat';
