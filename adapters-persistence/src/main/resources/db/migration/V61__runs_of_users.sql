-- The dashboard of a user counts the runs that the user started, by status.
CREATE INDEX runs_by_user_and_status ON runs (started_by, status);
