package bites.portsarrow.ports;

import bites.portsarrow.core.Thing;

record OffendingNeighbour(Thing thing) {}
