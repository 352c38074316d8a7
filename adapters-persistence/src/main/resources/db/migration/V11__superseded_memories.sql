-- Forgetting a memory finds what it superseded, and what that superseded, one look for each.
CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
