package dev.guildhall.persistence.trigger;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.testkit.contract.TriggerStoreContract;

class PgTriggerStoreIT extends StoresOnPostgres implements TriggerStoreContract {}
