package bites.httparrow.http;

import bites.httparrow.persistence.Thing;

record OffendingNeighbour(Thing thing) {}
