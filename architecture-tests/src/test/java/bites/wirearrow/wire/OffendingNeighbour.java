package bites.wirearrow.wire;

import bites.wirearrow.llm.Thing;

record OffendingNeighbour(Thing thing) {}
