-- A row is a user's choice, and not always that a tool is off: some tools are off until their user enables them.
ALTER TABLE disabled_tools ADD COLUMN enabled boolean NOT NULL DEFAULT false;
