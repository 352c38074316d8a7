package bites.integrationsarrow.integrations;

import bites.integrationsarrow.llm.Thing;

record OffendingNeighbour(Thing thing) {}
