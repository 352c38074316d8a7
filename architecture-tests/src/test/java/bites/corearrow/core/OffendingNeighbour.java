package bites.corearrow.core;

import bites.corearrow.http.Thing;

record OffendingNeighbour(Thing thing) {}
