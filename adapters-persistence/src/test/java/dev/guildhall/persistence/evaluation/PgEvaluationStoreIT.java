package dev.guildhall.persistence.evaluation;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.testkit.contract.agent.EvaluationStoreContract;

class PgEvaluationStoreIT extends StoresOnPostgres implements EvaluationStoreContract {}
