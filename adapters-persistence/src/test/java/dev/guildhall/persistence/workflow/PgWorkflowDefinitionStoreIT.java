package dev.guildhall.persistence.workflow;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.testkit.contract.task.WorkflowDefinitionStoreContract;

class PgWorkflowDefinitionStoreIT extends StoresOnPostgres implements WorkflowDefinitionStoreContract {}
