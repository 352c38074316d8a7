-- Baselines are read in pages, newest first: id is the order in which they were kept.
ALTER TABLE baselines ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX baselines_of_suite ON baselines (suite, id);

-- Slashes and percent signs in the names of pictures were encoded. key is the digest of project, file and name.
UPDATE baselines SET
    name = replace(replace(name, '%2F', '/'), '%25', '%'),
    key = encode(sha256(
        convert_to(project, 'UTF8') || '\x00'::bytea || convert_to(file, 'UTF8') || '\x00'::bytea
            || convert_to(replace(replace(name, '%2F', '/'), '%25', '%'), 'UTF8')), 'hex')
WHERE name LIKE '%\%2F%' OR name LIKE '%\%25%';

-- The newest completed runs of a suite, however many others have failed or were cancelled since.
CREATE INDEX runs_completed ON runs (suite, id) WHERE status = 'COMPLETED';
