-- The index of the ended steps that their workflow has not processed yet.
ALTER INDEX ended_tasks_unsettled RENAME TO ended_tasks_unprocessed;
