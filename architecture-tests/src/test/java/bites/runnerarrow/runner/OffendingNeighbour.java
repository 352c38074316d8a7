package bites.runnerarrow.runner;

import bites.runnerarrow.integrations.Thing;

record OffendingNeighbour(Thing thing) {}
