-- While an old snapshot is open elsewhere, no version of a row is cleaned. Each statement that keeps tasks writes the one row
-- here, and found its live version behind all the dead ones. Now each write makes a higher version, and the highest entry of
-- the index is the live one. The index is not unique: a write takes no lock of the key.

ALTER TABLE task_admission DROP CONSTRAINT task_admission_pkey;
ALTER TABLE task_admission ADD COLUMN version bigint NOT NULL DEFAULT 0;
CREATE INDEX task_admission_by_version ON task_admission (version);

-- Leases of workers outside that have ended are found without a look at all that runs.
CREATE INDEX task_queue_leases ON task_queue (lease_until) WHERE state = 4;
