-- What administrators decide about an account.
ALTER TABLE users ADD COLUMN disabled boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN roles text[] NOT NULL DEFAULT '{}';
ALTER TABLE users ADD COLUMN budget_amount numeric;
ALTER TABLE users ADD COLUMN budget_currency text;
ALTER TABLE users ADD COLUMN budget_period text;
