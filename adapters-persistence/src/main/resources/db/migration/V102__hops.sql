-- hops: how many deliveries to webhooks have led to the workflow, one after the other. Tasks have it in their options.
ALTER TABLE workflows ADD COLUMN hops integer NOT NULL DEFAULT 0;
