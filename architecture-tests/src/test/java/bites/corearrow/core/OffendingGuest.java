package bites.corearrow.core;

import com.fasterxml.jackson.databind.JsonNode;

record OffendingGuest(JsonNode guest) {}
