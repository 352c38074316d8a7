package bites.persistencearrow.persistence;

import bites.persistencearrow.core.Thing;

record OffendingNeighbour(Thing thing) {}
