package bites.apparrow.app;

import com.fasterxml.jackson.databind.JsonNode;

record OffendingGuest(JsonNode guest) {}
