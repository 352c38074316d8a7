package bites.tidy.wire;

import com.fasterxml.jackson.databind.JsonNode;

public record Form(JsonNode json) {}
