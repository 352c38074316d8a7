package bites.portsarrow.ports;

import com.fasterxml.jackson.databind.JsonNode;

record OffendingGuest(JsonNode guest) {}
