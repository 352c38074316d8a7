package dev.guildhall.persistence.schedule;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.testkit.contract.ScheduleStoreContract;

class PgScheduleStoreIT extends StoresOnPostgres implements ScheduleStoreContract {}
