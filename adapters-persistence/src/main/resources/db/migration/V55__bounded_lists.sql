-- A user's live sessions, newest first.
CREATE INDEX sessions_live_of_user ON sessions (user_id, created_at, id) WHERE ended_at IS NULL;

-- A user's memories without the superseded ones, newest first, and those with a tag.
CREATE INDEX memories_current ON memories (user_id, id) WHERE superseded_by IS NULL;
CREATE INDEX memories_by_tag ON memories USING gin (tags) WHERE tags <> '{}';

-- The list of tools looks for later versions of each tool that others share.
DROP INDEX tools_shared;
CREATE INDEX tools_shared ON tools (visibility, id) INCLUDE (status, registrant, name, version_key, integration);
