package dev.guildhall.persistence.assistant;

import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.testkit.contract.agent.AssistantStoreContract;

class PgAssistantStoreIT extends StoresOnPostgres implements AssistantStoreContract {}
