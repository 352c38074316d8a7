-- How another node continues an answer that its node has given up; NULL while a node runs it, and when it has ended.
ALTER TABLE answers ADD COLUMN handover json;
