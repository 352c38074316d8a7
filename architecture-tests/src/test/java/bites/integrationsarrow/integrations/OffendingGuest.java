package bites.integrationsarrow.integrations;

import org.jdbi.v3.core.Jdbi;

record OffendingGuest(Jdbi guest) {}
