package bites.llmarrow.llm;

import bites.llmarrow.http.Thing;

record OffendingNeighbour(Thing thing) {}
