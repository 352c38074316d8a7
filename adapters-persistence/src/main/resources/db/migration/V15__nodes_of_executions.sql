-- The node that carries an execution out: when its lease in task_nodes is over, what became of the call is not known.
ALTER TABLE tool_executions ADD COLUMN node text;
